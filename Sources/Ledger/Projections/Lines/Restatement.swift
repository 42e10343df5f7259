/// What a notification or a restatement states again, of contents that earlier events hold.
///
/// Its accounts are the tokens of what was signed this time: a digest leaves tokens out. A content
/// that follows is a statement by itself.
struct Restatement {
    var transaction: Part?
    var renewalInfo: Part?

    /// One signed object.
    struct Part {
        /// The event that holds its content.
        var held: UInt64
        var signedDate: Instant?
        var account: IdentityNumber?
    }

    init(_ event: LineEvent, before sequence: UInt64) {
        if let held = event.statedTransactionSequence, held < sequence {
            transaction = Part(
                held: held, signedDate: event.statedTransactionSignedDate, account: event.account)
        }
        if let held = event.statedRenewalInfoSequence, held < sequence {
            renewalInfo = Part(
                held: held, signedDate: event.statedRenewalInfoSignedDate,
                account: event.statedRenewalInfoAccount)
        }
    }
}
