/// A draft that is done, as the writer takes it.
///
/// A class, because a draft is more than a thousand bytes with a dozen references: the writer looks
/// at each several times, and must not copy it for that.
final class PreparedStatement: Sendable {
    let fields: EventFields
    let payload: Submission.Payload
    let part: Int32
    let effectiveAt: Instant?
    let token: Identity?
    let apple: Identity?
    let content: EncodedContent?
    let statementDate: Instant?
    /// The purchase that a transaction is about.
    let purchaseKey: PurchaseKey?

    init(_ draft: StatementDraft) {
        fields = draft.fields
        payload = draft.payload
        part = draft.part
        effectiveAt = draft.effectiveAt
        token = draft.token
        apple = draft.apple
        content = draft.content
        statementDate = draft.statementDate
        purchaseKey = payload == .transaction ? PurchaseKey(draft.fields) : nil
    }

    /// The same with its provisional symbols replaced; its content was not known yet.
    init(_ statement: PreparedStatement, _ replacement: inout SymbolReplacement) throws(RecordError)
    {
        var fields = statement.fields
        try fields.accept(&replacement)
        self.fields = fields
        payload = statement.payload
        part = statement.part
        effectiveAt = statement.effectiveAt
        token = statement.token
        apple = statement.apple
        content = statement.content
        statementDate = statement.statementDate
        purchaseKey = payload == .transaction ? PurchaseKey(fields) : nil
    }
}
