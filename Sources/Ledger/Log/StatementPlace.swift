/// What the log holds already of a draft.
///
/// Apart from the draft, which does not change once it is made.
struct StatementPlace: Sendable, Hashable {
    /// The event that holds exactly this statement: content and signed date.
    var held: UInt64?
    /// The event that holds this content, perhaps signed at another date.
    var contentHolder: UInt64?
    /// What stands in for a missing signed date: when the event that holds the content was recorded;
    /// of a notification's, when the one that holds its transaction's content was.
    var contentRecordedAt: Instant?
    /// Whether the statement takes back a revocation that the log holds.
    var isReversal = false
    /// The event that this input makes of the draft, if it makes one.
    var own: UInt64?

    /// The date at which the fold holds the statement: of one without a signed date, the recording of
    /// its content.
    func foldDate(of draft: PreparedStatement, now: Instant) -> Instant {
        draft.fields.signedDate ?? contentRecordedAt ?? now
    }

    /// The date by which a statement of a line is found again.
    func keyDate(of draft: PreparedStatement, now: Instant) -> Instant {
        draft.statementDate ?? contentRecordedAt ?? now
    }
}
