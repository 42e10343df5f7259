/// One input whose every part has been verified, and whose parts agree.
enum VerifiedInput: Sendable {
    /// A server notification.
    case notification(VerifiedNotification)
    /// A transaction, with the renewal info that stood beside it.
    case transaction(Verified<Transaction>, renewalInfo: Verified<RenewalInfo>?)
    /// A purchase of the app itself.
    case appTransaction(Verified<AppTransaction>)
}

/// A notification and what was signed inside it.
struct VerifiedNotification: Sendable {
    /// The notification itself.
    let notification: Verified<StoreNotification>
    /// `data.signedTransactionInfo`.
    let transaction: Verified<Transaction>?
    /// `data.signedRenewalInfo`.
    let renewalInfo: Verified<RenewalInfo>?
    /// `appData.signedAppTransactionInfo`.
    let appTransaction: Verified<AppTransaction>?
}

/// What came of a verification.
enum VerificationResult: Sendable {
    /// All of it holds.
    case verified(VerifiedInput)
    /// It does not, and this is the first reason that was found.
    case refused(RefusalReason)
}
