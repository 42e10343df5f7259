extension Evidence.Part {
    /// Whom the payload names, however its text is written: with escapes, too.
    ///
    /// Read as each kind of payload that can name somebody, because next to no keys tell of which
    /// kind it is.
    ///
    /// - Throws: `IntegrityError`.
    func identities(
        environment: EnvironmentCode, hasher: SHA256
    ) throws(IntegrityError) -> [Identity] {
        let transaction = try? Transaction(payload: payload)
        let renewalInfo = try? RenewalInfo(payload: payload)
        var identities: [Identity] = []
        for text in [transaction?.appAccountToken, renewalInfo?.appAccountToken] {
            guard let token = AccountToken(signedText: text) else { continue }
            identities.append(
                Identity(kind: .appAccountToken, environment: environment, text: token.text))
        }
        for text in [transaction?.appTransactionID, renewalInfo?.appTransactionID] {
            if let apple = Identity(appTransactionID: text, environment: environment) {
                identities.append(apple)
            }
        }
        if let appTransaction = try? AppTransaction(payload: payload),
            let apple = try Identity(appTransaction, environment: environment, hasher: hasher)
        {
            identities.append(apple)
        }
        return identities
    }
}
