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
        within outer: PayloadIdentity?
    ) throws(CheckFailure) -> Verified<Payload> {
        try lanes.withLane(of: policy) { (lane) throws(CheckFailure) in
            try verified(jws, as: type, recordedAt: recordedAt, within: outer, in: lane)
        }
    }

    func verified<Payload: SignedPayload>(
        _ jws: CompactJWS, as type: Payload.Type, recordedAt: Instant,
        within outer: PayloadIdentity? = nil, in lane: VerificationLane
    ) throws(CheckFailure) -> Verified<Payload> {
        let opened = try open(jws, as: type, in: lane)
        return try seal(
            opened, at: opened.payload.signedDate ?? recordedAt, within: outer, in: lane)
    }

    /// Verifies a transaction and the renewal info beside it.
    func transaction(
        _ jws: CompactJWS, renewalInfo: [UInt8]?, recordedAt: Instant, in lane: VerificationLane
    ) throws(CheckFailure) -> VerifiedInput {
        let transaction = try verified(
            jws, as: Transaction.self, recordedAt: recordedAt, in: lane)
        guard let renewalInfo else { return .transaction(transaction, renewalInfo: nil) }
        let info = try verified(
            try token(renewalInfo), as: RenewalInfo.self, recordedAt: recordedAt,
            within: transaction.payload.identity, in: lane)
        try check(info, belongsTo: transaction)
        return .transaction(transaction, renewalInfo: info)
    }

    /// Verifies a notification and every token in it.
    ///
    /// Notifications before the middle of 2022 have no signed date; theirs is that of the
    /// transaction inside, which is then verified first.
    func notification(
        _ jws: CompactJWS, recordedAt: Instant, in lane: VerificationLane
    ) throws(CheckFailure) -> VerifiedNotification {
        let opened = try open(jws, as: StoreNotification.self, in: lane)
        let inner = InnerVerification(
            verifier: self, outer: jws, identity: opened.payload.identity, recordedAt: recordedAt,
            lane: lane)
        let transactionToken = inner.token(
            opened.tokens.transaction, or: opened.payload.data?.signedTransactionInfo)
        var transaction: Verified<Transaction>?
        if opened.payload.signedDate == nil {
            transaction = try inner.verified(transactionToken)
        }
        let date = opened.payload.signedDate ?? transaction?.payload.signedDate ?? recordedAt
        let notification = try seal(opened, at: date, within: nil, in: lane)
        if transaction == nil { transaction = try inner.verified(transactionToken) }
        let renewalInfo: Verified<RenewalInfo>? = try inner.verified(
            inner.token(opened.tokens.renewalInfo, or: opened.payload.data?.signedRenewalInfo))
        if let renewalInfo { try check(renewalInfo, belongsTo: transaction) }
        let appTransaction: Verified<AppTransaction>? = try inner.verified(
            inner.token(
                opened.tokens.appTransaction,
                or: opened.payload.appData?.signedAppTransactionInfo))
        return VerifiedNotification(
            notification: notification, transaction: transaction, renewalInfo: renewalInfo,
            appTransaction: appTransaction)
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

/// Verifies the tokens inside one notification.
private struct InnerVerification {
    let verifier: SignedInputVerifier
    let outer: CompactJWS
    let identity: PayloadIdentity
    let recordedAt: Instant
    let lane: VerificationLane

    /// A token's bytes: where it stands in the notification, or, where it has escapes, its text.
    func token(_ range: Range<Int>?, or text: String?) -> [UInt8]? {
        range.map { Array(outer.payload[$0]) } ?? text.map { Array($0.utf8) }
    }

    /// Verifies a token, if it is there.
    func verified<Payload: SignedPayload>(
        _ token: [UInt8]?
    ) throws(CheckFailure) -> Verified<Payload>? {
        guard let token else { return nil }
        return try verifier.verified(
            try verifier.token(token), as: Payload.self, recordedAt: recordedAt, within: identity,
            in: lane)
    }
}
