/// One event of the log, as people and programs outside read it.
public struct RecordedEvent: Sendable, Hashable {
    /// Its place in the log, from 1 without gaps.
    public var sequence: UInt64
    /// What it looked like when it arrived.
    public var kind: EventKind
    /// The world it belongs to; nil for a catalog or a policy.
    public var environment: StoreEnvironment?
    /// When this ledger appended it.
    public var recordedAt: Instant
    /// When the fact took effect in the world.
    public var effectiveAt: Instant
    /// Every other field that it has, by the App Store Server API's name.
    private var values: [Value]

    private struct Value: Sendable, Hashable {
        let name: String
        let value: EventValue
    }

    init(_ fields: EventFields, sequence: UInt64, names: EventNames) throws {
        self.sequence = sequence
        kind = fields.kind
        environment = fields.environment.environment
        recordedAt = fields.recordedAt
        effectiveAt = fields.effectiveAt
        values = try EventTexts.values(of: fields, names: names).map {
            Value(name: "\($0.name)", value: $0.value)
        }
    }

    /// The field of that name as text; nil where the event has none.
    public subscript(name: String) -> String? { value(name)?.text }

    /// The field of that name.
    func value(_ name: String) -> EventValue? { values.first { $0.name == name }?.value }

    /// The event as one JSON object in UTF-8.
    public var json: [UInt8] {
        var json = JSONWriter()
        json.object { write(to: &$0) }
        return json.bytes
    }

    func write(to json: inout JSONWriter) {
        json.member("sequence", sequence)
        json.member("kind", kind.name)
        json.member("environment", environment?.rawValue)
        json.member("recordedAt", recordedAt)
        json.member("effectiveAt", effectiveAt)
        for field in values { json.member(field.name, field.value) }
    }
}

extension EventValue {
    /// The value as text; instants in ISO 8601.
    var text: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .boolean(let flag): flag ? "true" : "false"
        case .instant(let instant): instant.iso8601
        case .list(let texts): texts.joined(separator: " ")
        }
    }
}

extension JSONWriter {
    /// Writes a member that is a value of an event.
    mutating func member(_ key: String, _ value: EventValue) {
        switch value {
        case .text(let text): member(key, text)
        case .integer(let number): member(key, number)
        case .boolean(let flag): member(key, flag)
        case .instant(let instant): member(key, instant)
        case .list(let texts):
            array(key) { json in
                for text in texts { json.element(text) }
            }
        }
    }
}

extension Answer<[RecordedEvent]> {
    /// The answer as one JSON object in UTF-8.
    public var json: [UInt8] {
        json { json in
            json.array("events") { json in
                for event in value { json.object { event.write(to: &$0) } }
            }
        }
    }
}
