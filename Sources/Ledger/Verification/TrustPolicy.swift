/// Whose signed data is accepted.
struct TrustPolicy: Sendable, Hashable {
    /// One app.
    struct App: Sendable, Hashable {
        /// `bundleId`, compared exactly.
        var bundleID: String
        /// `appAppleId`, compared in Production.
        ///
        /// Without it, data of Production that carries one is refused.
        var appAppleID: Int64?
    }

    /// The apps; at least one.
    var apps: [App]
    /// The environments; at least one.
    ///
    /// Xcode and LocalTesting only count when they are named.
    var environments: Set<StoreEnvironment>
    /// The trusted roots, each one DER certificate; at least one.
    ///
    /// Their order means nothing.
    var rootCertificates: [[UInt8]]

    /// Makes a policy.
    ///
    /// Without roots it trusts Apple Root CA - G3 alone.
    init(
        apps: [App], environments: Set<StoreEnvironment> = [.production, .sandbox],
        rootCertificates: [[UInt8]] = [AppleRootCertificate.der]
    ) {
        self.apps = apps
        self.environments = environments
        self.rootCertificates = rootCertificates
    }

    /// Refuses names that whoever gives them cannot mean.
    ///
    /// Not where data is verified: the names of a stored configuration, or of an event, are what they
    /// are.
    func checkNames() throws(TrustPolicyError) {
        if apps.contains(where: { $0.bundleID.isEmpty }) { throw .emptyBundleID }
        if Set(apps.map { ExactText($0.bundleID) }).count < apps.count { throw .appNamedTwice }
        if environments.contains(where: { EnvironmentCode($0) == nil }) {
            throw .unknownEnvironment
        }
    }
}

/// Why a policy cannot be used.
enum TrustPolicyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No app is named.
    case noApps
    /// An app is named by an empty bundle identifier.
    case emptyBundleID
    /// Two apps have the same bundle identifier: which Apple ID counts?
    case appNamedTwice
    /// No environment is named.
    case noEnvironments
    /// An environment is none of Apple's four, as they are written.
    case unknownEnvironment
    /// No root is named.
    case noRootCertificates
    /// A file of roots is neither one certificate in DER nor a list of them in PEM.
    case rootFileUnreadable
    /// A root is not one certificate in DER.
    case rootUnreadable
    /// A root is not signed by itself: it is a leaf or an intermediate.
    case rootNotSelfSigned
    /// A root's key is neither on P-256 nor on P-384.
    case rootKey

    /// What is wrong and what to do.
    var description: String {
        switch self {
        case .noApps: "name at least one app by its bundle identifier"
        case .emptyBundleID: "a bundle identifier is empty: name the app's"
        case .appNamedTwice: "two apps have one bundle identifier: name each once"
        case .noEnvironments: "name at least one environment"
        case .unknownEnvironment:
            "an environment is none of Apple's: name Production, Sandbox, Xcode or LocalTesting, "
                + "written so"
        case .noRootCertificates: "name at least one root certificate"
        case .rootFileUnreadable:
            "a root certificate cannot be read; give one as PEM or DER"
        case .rootUnreadable:
            "a root certificate cannot be read as DER; of a file in PEM, "
                + "LedgerConfiguration.rootCertificates(in:) makes it"
        case .rootNotSelfSigned:
            "a root certificate is not self-signed; give the root, not an intermediate or a leaf"
        case .rootKey:
            "a root's key is not elliptic (P-256 or P-384); App Store data needs Apple Root CA - G3"
        }
    }
}
