extension Submission {
    /// What a verified input says.
    ///
    /// - Returns: nil where the input names no environment that records have; verification refuses
    ///   such inputs before.
    init?(_ input: VerifiedInput, presentedBy: AccountToken?) {
        // The tokens, outermost first.
        var tokens: [Evidence.Part] = []
        tokens.reserveCapacity(Evidence.partCountMax)
        var environment: StoreEnvironment?
        var bundleID: String?
        switch input {
        case .notification(let verified):
            notification = verified.notification.payload
            transaction = verified.transaction?.payload
            renewalInfo = verified.renewalInfo?.payload
            appTransaction = verified.appTransaction?.payload
            tokens.append(verified.notification)
            tokens.append(verified.transaction)
            tokens.append(verified.renewalInfo)
            tokens.append(verified.appTransaction)
            environment = verified.notification.payload.identity.environment
            bundleID = verified.notification.payload.identity.bundleID
        case .transaction(let verified, let renewal):
            transaction = verified.payload
            renewalInfo = renewal?.payload
            tokens.append(verified)
            tokens.append(renewal)
            environment = verified.payload.environment
            bundleID = verified.payload.appBundleID
        case .appTransaction(let verified):
            appTransaction = verified.payload
            tokens.append(verified)
            environment = verified.payload.environment
            bundleID = verified.payload.bundleID
        }
        guard let environment, let code = EnvironmentCode(environment), let bundleID else {
            return nil
        }
        self.environment = code
        self.bundleID = bundleID
        self.presentedBy = presentedBy
        evidence = Evidence(parts: tokens)
    }
}

extension [Evidence.Part] {
    /// Adds a token, if it is there.
    fileprivate mutating func append(_ token: Verified<some SignedPayload>?) {
        if let token { append(Evidence.Part(token.jws)) }
    }
}
