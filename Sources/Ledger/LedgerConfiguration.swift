public import Foundation

/// What a ledger accepts; written into it when it is made.
public struct LedgerConfiguration: Sendable, Hashable, Codable {
    /// One app whose purchases are recorded.
    public struct App: Sendable, Hashable, Codable {
        /// `bundleId`, compared exactly.
        public var bundleID: String
        /// `appAppleId`, compared in Production.
        ///
        /// Without it, Production data that carries one, as notifications do, is refused as
        /// ``RefusalReason/app``.
        public var appAppleID: Int64?

        /// Names an app.
        public init(bundleID: String, appAppleID: Int64? = nil) {
            self.bundleID = bundleID
            self.appAppleID = appAppleID
        }
    }

    /// The apps; at least one, each once.
    public var apps: [App]
    /// Accepted environments, of Apple's four; at least one.
    public var environments: [StoreEnvironment]
    /// Trusted roots in DER; none means Apple Root CA - G3 alone.
    public var rootCertificates: [Data]

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - apps: at least one app.
    ///   - environments: Production and Sandbox unless given.
    ///   - rootCertificates: DER certificates; empty means Apple Root CA - G3.
    public init(
        apps: [App], environments: [StoreEnvironment] = [.production, .sandbox],
        rootCertificates: [Data] = []
    ) {
        self.apps = apps
        self.environments = Self.inOrder(environments)
        self.rootCertificates = rootCertificates
    }

    /// Each environment once, by name.
    static func inOrder(_ environments: [StoreEnvironment]) -> [StoreEnvironment] {
        Set(environments).sorted { $0.rawValue < $1.rawValue }
    }

    /// Adds an app; one that is there already, by the bytes of its bundle id, takes the Apple ID that
    /// is given, and keeps its own where none is.
    public mutating func add(_ app: App) {
        let name = ExactText(app.bundleID)
        guard let index = apps.firstIndex(where: { ExactText($0.bundleID) == name }) else {
            return apps.append(app)
        }
        apps[index].appAppleID = app.appAppleID ?? apps[index].appAppleID
    }

    /// Adds trusted roots to those that count so far: without any, Apple Root CA - G3.
    public mutating func add(rootCertificates added: [Data]) {
        if rootCertificates.isEmpty { rootCertificates = [Data(AppleRootCertificate.der)] }
        for certificate in added where !rootCertificates.contains(certificate) {
            rootCertificates.append(certificate)
        }
    }

    /// Whose signed data is accepted, as verification asks it.
    var trustPolicy: TrustPolicy {
        let apps = apps.map { TrustPolicy.App(bundleID: $0.bundleID, appAppleID: $0.appAppleID) }
        let accepted = Set(environments)
        guard !rootCertificates.isEmpty else {
            return TrustPolicy(apps: apps, environments: accepted)
        }
        return TrustPolicy(
            apps: apps, environments: accepted,
            rootCertificates: rootCertificates.map { [UInt8]($0) })
    }
}
