/// Writes an event as its record, byte by byte as `docs/format.md` says.
struct RecordEncoder: EventFieldVisitor {
    /// The record format that this release writes.
    static let formatVersion: UInt8 = 1
    /// Bytes of the fixed head: version, kind, environment, reserved, line, two instants.
    static let headByteCount = 24

    private var writer: ByteWriter
    /// Which fields are written: those whose numbers are in this range.
    private var numbers: ClosedRange<UInt8>

    private init(_ numbers: ClosedRange<UInt8> = 0...UInt8.max, writer: ByteWriter) {
        self.numbers = numbers
        self.writer = writer
    }

    /// The record of an event.
    static func encode(_ fields: EventFields) throws(RecordError) -> [UInt8] {
        var visited = fields
        return try encode(&visited, content: nil)
    }

    /// The record of an event, which is only lent, see `encode(_:content:into:)`.
    static func encode(
        _ fields: inout EventFields, content: EncodedContent?
    ) throws(RecordError) -> [UInt8] {
        var record: [UInt8] = []
        record.reserveCapacity(byteCountMostly)
        try encode(&fields, content: content, into: &record)
        return record
    }

    /// Room that few records are longer than.
    private static let byteCountMostly = 320

    /// Puts the record of an event in the place of other bytes.
    ///
    /// - Parameters:
    ///   - fields: what the record says; only lent.
    ///   - content: what was encoded of the same fields before, if anything was.
    ///   - record: the bytes, whose memory is used again.
    /// - Throws: `RecordError`.
    static func encode(
        _ fields: inout EventFields, content: EncodedContent?, into record: inout [UInt8]
    ) throws(RecordError) {
        var encoder = RecordEncoder(writer: ByteWriter(taking: &record))
        defer { encoder.writer.give(back: &record) }
        encoder.writer.append(formatVersion)
        encoder.writer.append(fields.kind.rawValue)
        encoder.writer.append(fields.environment.rawValue)
        encoder.writer.append(UInt8(0))
        encoder.writer.append(fields.line?.number ?? 0)
        encoder.writer.append(fields.recordedAt.millisecondsSince1970)
        encoder.writer.append(fields.effectiveAt.millisecondsSince1970)
        guard let content else { return try fields.accept(&encoder) }
        let (before, after) = (
            EncodedContent.beforeStatedNumbers, EncodedContent.afterStatedNumbers
        )
        try encoder.visit(&fields, 0...before.lowerBound - 1)
        encoder.writer.append(bytes: content.beforeStated)
        try encoder.visit(&fields, before.upperBound + 1...after.lowerBound - 1)
        encoder.writer.append(bytes: content.afterStated)
        try encoder.visit(&fields, after.upperBound + 1...UInt8.max)
    }

    /// Writes the fields in a range of numbers.
    private mutating func visit(
        _ fields: inout EventFields, _ numbers: ClosedRange<UInt8>
    ) throws(RecordError) {
        self.numbers = numbers
        try fields.accept(&self)
    }

    /// The bytes of the fields in a range of numbers, without the record's head.
    static func bytes(
        of fields: inout EventFields, in numbers: ClosedRange<UInt8>
    ) throws(RecordError) -> [UInt8] {
        var encoder = RecordEncoder(numbers, writer: ByteWriter(capacity: byteCountMostly))
        try fields.accept(&encoder)
        return encoder.writer.bytes
    }

    func enters(_ numbers: ClosedRange<UInt8>) -> Bool {
        self.numbers.contains(numbers.lowerBound)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Symbol?) {
        guard let value else { return }
        writer.append(number)
        writer.append(value.number)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout IdentityNumber?) {
        guard let value else { return }
        writer.append(number)
        writer.append(value.number)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout StoreIdentifier?) {
        guard let value else { return }
        writer.append(number)
        writer.append(value.bits)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Instant?) {
        guard let value else { return }
        writer.append(number)
        writer.append(value.millisecondsSince1970)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout UInt64?) {
        guard let value else { return }
        writer.append(number)
        writer.append(value)
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

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Digest?) {
        guard let value else { return }
        writer.append(number)
        writer.append(bytes: value.bytes)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [UInt8]?) {
        guard let value else { return }
        writer.append(number)
        writer.append(counted: value)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout PackedText?) {
        guard let value else { return }
        writer.append(number)
        writer.append(counted: value.bytes)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [Symbol]?) {
        guard let value else { return }
        writer.append(number)
        writer.append(UInt32(truncatingIfNeeded: value.count))
        for symbol in value { writer.append(symbol.number) }
    }

    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout [IdentityDefinition]?
    ) {
        guard let value else { return }
        writer.append(number)
        writer.append(UInt32(truncatingIfNeeded: value.count))
        for definition in value {
            writer.append(definition.identity.number)
            writer.append(bytes: definition.saltedDigest.bytes)
        }
    }

    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout [SymbolDefinition]?
    ) {
        guard let value else { return }
        writer.append(number)
        writer.append(UInt32(truncatingIfNeeded: value.count))
        for definition in value {
            writer.append(definition.symbol.number)
            writer.append(counted: definition.text)
        }
    }
}
