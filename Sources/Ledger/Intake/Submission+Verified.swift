extension Submission {
    /// What a verified input says.
    ///
    /// - Returns: nil where the input names no environment that records have; verification refuses
    ///   such inputs before.
    init?(_ input: VerifiedInput, presentedBy: AccountToken?) {
        var parts: [CompactJWS] = []
        var environment: StoreEnvironment?
        var bundleID: String?
        switch input {
        case .notification(let verified):
            notification = verified.notification.payload
            transaction = verified.transaction?.payload
            renewalInfo = verified.renewalInfo?.payload
            appTransaction = verified.appTransaction?.payload
            parts = [verified.notification.jws]
            parts += [
                verified.transaction?.jws, verified.renewalInfo?.jws, verified.appTransaction?.jws,
            ].compactMap { $0 }
            environment = verified.notification.payload.identity.environment
            bundleID = verified.notification.payload.identity.bundleID
        case .transaction(let verified, let renewal):
            transaction = verified.payload
            renewalInfo = renewal?.payload
            parts = [verified.jws] + [renewal?.jws].compactMap { $0 }
            environment = verified.payload.environment
            bundleID = verified.payload.appBundleID
        case .appTransaction(let verified):
            appTransaction = verified.payload
            parts = [verified.jws]
            environment = verified.payload.environment
            bundleID = verified.payload.bundleID
        }
        guard let environment, let code = EnvironmentCode(environment), let bundleID else {
            return nil
        }
        self.environment = code
        self.bundleID = bundleID
        self.presentedBy = presentedBy
        evidence = Evidence(parts: parts.map { Evidence.Part($0) })
    }
}
