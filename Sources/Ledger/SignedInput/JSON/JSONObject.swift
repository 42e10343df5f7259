/// A structure that is read from a JSON object, member by member.
///
/// The switch over `Key` in `read` has no default, so a key without a reader does not compile.
protocol JSONObject {
    /// The known keys; the raw value is the key as JSON has it.
    associatedtype Key: RawRepresentable & CaseIterable & Sendable where Key.RawValue == String

    /// Finds a known key from its bytes.
    static var keys: JSONKeyTable<Key> { get }

    /// Makes an empty value.
    init()

    /// Reads the value of a known key. It is not null.
    mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError)
}

extension JSONObject {
    /// Reads a whole JSON text that is one object and nothing else.
    ///
    /// A key that is not known is skipped: it survives in the bytes. Null means absent.
    init(json: Span<UInt8>) throws(JSONError) {
        var reader = JSONReader(json)
        self = try reader.object(of: Self.self)
        try reader.finish()
    }

    /// Reads a payload that is one JSON object and nothing else.
    init(payload: [UInt8]) throws(JSONError) {
        try self.init(json: payload.span)
    }

    /// Reads a payload as above, and says which members it has.
    ///
    /// Tokens in it are left where they stand, and their fields empty, unless they have escapes.
    init(
        payload: [UInt8], members: inout JSONMembers, tokens: inout InnerTokens
    ) throws(JSONError) {
        var reader = JSONReader(payload.span)
        reader.tokens = InnerTokens()
        self = try reader.object(of: Self.self, members: &members)
        try reader.finish()
        tokens = reader.tokens ?? InnerTokens()
    }
}
