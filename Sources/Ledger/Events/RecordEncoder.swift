/// Writes an event as its record, byte by byte as `docs/format.md` says.
struct RecordEncoder: EventFieldVisitor {
    /// The record format that this release writes.
    static let formatVersion: UInt8 = 1
    /// Bytes of the fixed head: version, kind, environment, reserved, line, two instants.
    static let headByteCount = 24

    private var writer = ByteWriter(capacity: 256)

    /// The record of an event.
    static func encode(_ fields: EventFields) throws(RecordError) -> [UInt8] {
        var encoder = RecordEncoder()
        encoder.writer.append(
            bytes: [formatVersion, fields.kind.rawValue, fields.environment.rawValue, 0])
        encoder.writer.append(fields.line?.number ?? 0)
        encoder.writer.append(fields.recordedAt.millisecondsSince1970)
        encoder.writer.append(fields.effectiveAt.millisecondsSince1970)
        var visited = fields
        try visited.accept(&encoder)
        return encoder.writer.bytes
    }

    mutating func enters(_ numbers: ClosedRange<UInt8>) -> Bool { true }

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
            writer.append(counted: Array(definition.text.utf8))
        }
    }
}
