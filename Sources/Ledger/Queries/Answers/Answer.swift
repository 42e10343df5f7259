/// An answer, with what is needed to ask for it again.
public struct Answer<Value: Sendable>: Sendable {
    /// The world that was asked about.
    public let environment: StoreEnvironment
    /// When it was so.
    public let asOf: Instant
    /// What was known counts up to this instant: the one that was asked for, that of the event that
    /// was asked for, or the clock where nothing was cut.
    public let knownAt: Instant
    /// The last event that the answer could use.
    public let sequence: UInt64
    /// The version of the fold.
    public let rules: Int
    /// False while a commit could still fall at or before `knownAt`.
    public let isFinal: Bool
    /// The answer itself.
    public let value: Value

    init(_ value: Value, _ view: LedgerView) {
        environment = view.environment
        asOf = view.asOf
        knownAt = view.knownAt
        sequence = view.sequence
        rules = FoldRules.version
        isFinal = view.isFinal
        self.value = value
    }

    private init(_ value: Value, like other: Answer<some Sendable>) {
        environment = other.environment
        asOf = other.asOf
        knownAt = other.knownAt
        sequence = other.sequence
        rules = other.rules
        isFinal = other.isFinal
        self.value = value
    }

    /// The same answer with another value.
    func map<Other: Sendable>(_ transform: (Value) throws -> Other) rethrows -> Answer<Other> {
        Answer<Other>(try transform(value), like: self)
    }

    /// The answer as one JSON object.
    func json(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            writeHead(to: &json)
            members(&json)
        }
        return json.bytes
    }

    /// The members that every answer has.
    func writeHead(to json: inout JSONWriter) {
        json.member("environment", environment.rawValue)
        json.member("asOf", asOf)
        json.member("knownAt", knownAt)
        json.member("sequence", sequence)
        json.member("rules", rules)
        json.member("final", isFinal)
    }
}
