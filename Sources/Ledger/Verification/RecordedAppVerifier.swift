/// Verifies inputs by the app and the environment under which they were taken in, whatever is
/// accepted now.
///
/// What a ledger accepts may be changed, and what was taken in stays. For one thread at a time.
struct RecordedAppVerifier {
    private let rootCertificates: [[UInt8]]
    /// The last one: inputs of one app follow one another.
    private var last: (app: TrustPolicy.App, environment: StoreEnvironment, SignedInputVerifier)?

    /// Trusts these roots.
    init(rootCertificates: [[UInt8]]) { self.rootCertificates = rootCertificates }

    /// A verifier that accepts one app in one environment alone.
    ///
    /// - Throws: `TrustPolicyError` where a root is none.
    mutating func verifier(
        of app: TrustPolicy.App, in environment: StoreEnvironment
    ) throws(TrustPolicyError) -> SignedInputVerifier {
        if let last, last.app == app, last.environment == environment { return last.2 }
        let verifier = try SignedInputVerifier(
            policy: TrustPolicy(
                apps: [app], environments: [environment], rootCertificates: rootCertificates))
        last = (app, environment, verifier)
        return verifier
    }
}
