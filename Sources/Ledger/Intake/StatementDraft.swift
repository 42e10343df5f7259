/// One payload of an input on its way into the log, as far as it depends on the input alone.
struct StatementDraft: Sendable {
    /// What the event will say; its instants, its line and its customers are the writer's to fill
    /// in.
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
    /// The date at which the statement was signed: that of a notification without one is its
    /// transaction's; nil where there is none.
    var statementDate: Instant?

    /// A draft without what the payload says.
    init(_ kind: EventKind, of payload: Submission.Payload, in submission: Submission) {
        fields = EventFields(kind: kind, recordedAt: .distantPast, effectiveAt: .distantPast)
        fields.environment = submission.environment
        self.payload = payload
        part = submission.partIndex(of: payload)
    }
}
