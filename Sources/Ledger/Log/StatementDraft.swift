/// One payload of an input on its way into the log.
struct StatementDraft: Sendable {
    /// What the event will say; its instants, its line and its customers are the writer's to fill in.
    var fields: EventFields
    var payload: Submission.Payload
    /// Where in the evidence the payload's JWS is.
    var part: Int32
    /// When the fact took effect; nil where it does when it is recorded.
    var effectiveAt: Instant?
    /// The account that the payload names.
    var token: Identity?
    /// The Apple Account that the payload names.
    var apple: Identity?
    /// The parts of the record that the fields fix already; nil where they are not known yet.
    var content: EncodedContent?
    /// The event that holds exactly this statement: content and signed date.
    var held: UInt64?
    /// The event that holds this content, perhaps signed at another date.
    var contentHolder: UInt64?

    /// The date that tells this statement from others of the same content.
    ///
    /// One fixed instant stands in for a missing signed date: the instant of recording would make
    /// the same bytes a new statement each time.
    var statementDate: Instant = .distantPast

    /// When the event that holds the content was recorded, where the content has no signed date.
    var contentRecordedAt: Instant?

    /// The date at which the fold holds the statement: of one without a signed date, the recording.
    var foldDate: Instant { fields.signedDate ?? contentRecordedAt ?? fields.recordedAt }

    /// A draft without what the payload says.
    init(_ kind: EventKind, of payload: Submission.Payload, in submission: Submission) {
        fields = EventFields(kind: kind, recordedAt: .distantPast, effectiveAt: .distantPast)
        fields.environment = submission.environment
        self.payload = payload
        part = submission.partIndex(of: payload)
    }

    /// The event that says that held content was signed again, and nothing more.
    init(restating again: StatementDraft) {
        fields = EventFields(
            kind: .restatement, recordedAt: again.fields.recordedAt, effectiveAt: again.foldDate)
        fields.environment = again.fields.environment
        fields.bundle = again.fields.bundle
        fields.signedDate = again.fields.signedDate
        payload = .notification
        part = 0
        apple = again.apple
    }

    /// Sets the instant of recording, and what follows from it.
    mutating func setRecordedAt(_ now: Instant) {
        fields.recordedAt = now
        fields.effectiveAt = effectiveAt ?? now
    }
}
