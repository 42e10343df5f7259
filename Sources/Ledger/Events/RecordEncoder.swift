/// Writes an event as its record, byte by byte as `docs/format.md` says.
struct RecordEncoder: EventFieldVisitor {
    /// The record format that this release writes.
    static let formatVersion: UInt8 = 1
    /// Bytes of the fixed head: version, kind, environment, reserved, line, two instants.
    static let headByteCount = 24

    private var writer: ByteWriter
    /// Which fields are written.
    private let scope: Scope

    private enum Scope {
        case all
        /// All; those that the content has are copied from it.
        case around(EncodedContent)
        /// Only those in this range of numbers.
        case only(ClosedRange<UInt8>)
    }

    private init(_ scope: Scope, writer: ByteWriter = ByteWriter(capacity: 320)) {
        self.scope = scope
        self.writer = writer
    }

    /// The record of an event.
    static func encode(_ fields: EventFields) throws(RecordError) -> [UInt8] {
        var visited = fields
        return try encode(&visited, content: nil)
    }

    /// The record of an event, which is only lent.
    ///
    /// - Parameters:
    ///   - fields: what the record says.
    ///   - content: what was encoded of the same fields before, if anything was.
    /// - Returns: the record.
    /// - Throws: `RecordError`.
    static func encode(
        _ fields: inout EventFields, content: EncodedContent?
    ) throws(RecordError) -> [UInt8] {
        var encoder = RecordEncoder(content.map { .around($0) } ?? .all)
        encoder.writer.append(formatVersion)
        encoder.writer.append(fields.kind.rawValue)
        encoder.writer.append(fields.environment.rawValue)
        encoder.writer.append(UInt8(0))
        encoder.writer.append(fields.line?.number ?? 0)
        encoder.writer.append(fields.recordedAt.millisecondsSince1970)
        encoder.writer.append(fields.effectiveAt.millisecondsSince1970)
        try fields.accept(&encoder)
        return encoder.writer.bytes
    }

    /// The bytes of the fields in a range of numbers, without the record's head.
    static func bytes(
        of fields: inout EventFields, in numbers: ClosedRange<UInt8>
    ) throws(RecordError) -> [UInt8] {
        var encoder = RecordEncoder(.only(numbers))
        try fields.accept(&encoder)
        return encoder.writer.bytes
    }

    mutating func enters(_ numbers: ClosedRange<UInt8>) -> Bool {
        switch scope {
        case .all: return true
        case .only(let wanted): return wanted.contains(numbers.lowerBound)
        case .around(let content):
            if EncodedContent.beforeStatedNumbers.contains(numbers.lowerBound) {
                if numbers.lowerBound == EncodedContent.beforeStatedNumbers.lowerBound {
                    writer.append(bytes: content.beforeStated)
                }
                return false
            }
            if EncodedContent.afterStatedNumbers.contains(numbers.lowerBound) {
                if numbers.lowerBound == EncodedContent.afterStatedNumbers.lowerBound {
                    writer.append(bytes: content.afterStated)
                }
                return false
            }
            return true
        }
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
