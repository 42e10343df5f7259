/// Inputs of more than one token.
extension SignedInputVerifier {
    /// Splits a token, or refuses it as malformed.
    func token(_ bytes: [UInt8]) throws(CheckFailure) -> CompactJWS {
        do {
            return try CompactJWS(bytes)
        } catch {
            throw .refused(.malformed)
        }
    }

    /// Verifies one token by itself, at its own date.
    func verified<Payload: SignedPayload>(
        _ jws: CompactJWS, as type: Payload.Type, recordedAt: Instant,
        within outer: PayloadIdentity? = nil
    ) throws(CheckFailure) -> Verified<Payload> {
        let opened = try open(jws, as: type)
        return try seal(opened, at: opened.payload.signedDate ?? recordedAt, within: outer)
    }

    /// Verifies a transaction and the renewal info beside it.
    func transaction(
        _ jws: CompactJWS, renewalInfo: [UInt8]?, recordedAt: Instant
    ) throws(CheckFailure) -> VerifiedInput {
        let transaction = try verified(jws, as: Transaction.self, recordedAt: recordedAt)
        guard let renewalInfo else { return .transaction(transaction, renewalInfo: nil) }
        let info = try verified(
            try token(renewalInfo), as: RenewalInfo.self, recordedAt: recordedAt,
            within: transaction.payload.identity)
        try check(info, belongsTo: transaction)
        return .transaction(transaction, renewalInfo: info)
    }

    /// Verifies a notification and every token in it.
    ///
    /// Notifications before the middle of 2022 have no signed date; theirs is that of the
    /// transaction inside, which is then verified first.
    func notification(
        _ jws: CompactJWS, recordedAt: Instant
    ) throws(CheckFailure) -> VerifiedNotification {
        let opened = try open(jws, as: StoreNotification.self)
        let identity = opened.payload.identity
        var transaction: Verified<Transaction>?
        if opened.payload.signedDate == nil {
            transaction = try inner(
                opened.payload.data?.signedTransactionInfo, within: identity,
                recordedAt: recordedAt)
        }
        let date = opened.payload.signedDate ?? transaction?.payload.signedDate ?? recordedAt
        let notification = try seal(opened, at: date, within: nil)
        if transaction == nil {
            transaction = try inner(
                opened.payload.data?.signedTransactionInfo, within: identity,
                recordedAt: recordedAt)
        }
        let renewalInfo: Verified<RenewalInfo>? = try inner(
            opened.payload.data?.signedRenewalInfo, within: identity, recordedAt: recordedAt)
        if let renewalInfo { try check(renewalInfo, belongsTo: transaction) }
        return VerifiedNotification(
            notification: notification, transaction: transaction, renewalInfo: renewalInfo,
            appTransaction: try inner(
                opened.payload.appData?.signedAppTransactionInfo, within: identity,
                recordedAt: recordedAt))
    }

    /// Verifies a token inside a notification, if it is there.
    private func inner<Payload: SignedPayload>(
        _ text: String?, within outer: PayloadIdentity, recordedAt: Instant
    ) throws(CheckFailure) -> Verified<Payload>? {
        guard let text else { return nil }
        return try verified(
            try token(Array(text.utf8)), as: Payload.self, recordedAt: recordedAt, within: outer)
    }

    /// A renewal info counts only beside its own transaction, because nothing else binds it to
    /// an app.
    private func check(
        _ renewalInfo: Verified<RenewalInfo>, belongsTo transaction: Verified<Transaction>?
    ) throws(CheckFailure) {
        guard let transaction,
            transaction.payload.originalID == renewalInfo.payload.originalTransactionID
        else { throw .refused(.renewalInfoAlone) }
    }
}
