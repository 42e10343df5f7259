/// Writes what a statement says as bytes for its content digest: texts and numbers, no symbols.
///
/// Visits the same fields as the record's encoder, so that the digest can be computed again from
/// the record. Left out are the fields below 10 (who, which evidence, when signed) and the
/// sequences of other events: none of them is content, and all differ between ledgers.
struct ContentDigester<Failure: Error>: EventFieldVisitor {
    private var writer = ByteWriter(capacity: 256)
    private let text: (Symbol) throws(Failure) -> String
    private(set) var failure: Failure?

    /// The byte behind the fields: what kind of statement it is, and whether it names an
    /// appAccountToken, but not which: the token may be erased.
    static func mark(isNotification: Bool, hasToken: Bool) -> UInt8 {
        (isNotification ? 1 : 0) | (hasToken ? 2 : 0)
    }

    /// The content of an event as bytes.
    static func content(
        of fields: EventFields, text: (Symbol) throws(Failure) -> String
    ) throws -> [UInt8] {
        var visited = fields
        return try content(of: &visited, text: text)
    }

    /// The same, of fields that are only lent.
    static func content(
        of fields: inout EventFields, text: (Symbol) throws(Failure) -> String
    ) throws -> [UInt8] {
        try withoutActuallyEscaping(text) { escapable in
            var digester = ContentDigester(text: escapable)
            try fields.accept(&digester)
            if let failure = digester.failure { throw failure }
            return digester.writer.bytes
        }
    }

    private init(text: @escaping (Symbol) throws(Failure) -> String) { self.text = text }

    private mutating func append(_ symbol: Symbol) {
        do {
            writer.append(counted: try text(symbol))
        } catch { failure = failure ?? error }
    }

    mutating func enters(_ numbers: ClosedRange<UInt8>) -> Bool {
        numbers.lowerBound >= 10 && numbers.upperBound < 140
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Symbol?) {
        guard let value else { return }
        writer.append(number)
        append(value)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout StoreIdentifier?) {
        guard let value else { return }
        writer.append(number)
        if let symbol = value.symbol { append(symbol) } else { writer.append(value.bits) }
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Instant?) {
        guard let value, !Self.isSignedDateOfAnotherEvent(number) else { return }
        writer.append(number)
        writer.append(value.millisecondsSince1970)
    }

    /// The signed dates of stated events are told by the digests of those events.
    private static func isSignedDateOfAnotherEvent(_ number: UInt8) -> Bool {
        number == 89 || number == 91
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Int64?) {
        guard let value else { return }
        writer.append(number)
        writer.append(value)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Int32?) {
        guard let value else { return }
        writer.append(number)
        writer.append(value)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Bool?) {
        guard let value else { return }
        writer.append(number)
        writer.append(value ? UInt8(1) : 0)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [Symbol]?) {
        guard let value else { return }
        writer.append(number)
        writer.append(UInt32(truncatingIfNeeded: value.count))
        for symbol in value { append(symbol) }
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout PackedText?) {
        guard let value else { return }
        writer.append(number)
        writer.append(counted: value.bytes)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [UInt8]?) {
        guard let value else { return }
        writer.append(number)
        writer.append(UInt32(truncatingIfNeeded: value.count))
        writer.append(bytes: value)
    }

    // Sequences, identities, digests and definitions differ between ledgers; they are no content.
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout UInt64?) {}
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout IdentityNumber?) {}
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Digest?) {}
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout [IdentityDefinition]?
    ) {}
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout [SymbolDefinition]?
    ) {}
}
