/// Writes an event as its record, byte by byte as `docs/format.md` says.
struct RecordEncoder: EventFieldVisitor {
    /// The record format that this release writes.
    static let formatVersion: UInt8 = 1
    /// Bytes of the fixed head: version, kind, environment, reserved, line, two instants.
    static let headByteCount = 24

    private(set) var bytes: [UInt8] = []

    /// The record of an event.
    static func encode(_ fields: EventFields) throws(RecordError) -> [UInt8] {
        var encoder = RecordEncoder()
        encoder.bytes.reserveCapacity(256)
        encoder.bytes.append(contentsOf: [
            formatVersion, fields.kind.rawValue, fields.environment.rawValue, 0,
        ])
        encoder.append(fields.line?.number ?? 0)
        encoder.append(fields.recordedAt.millisecondsSince1970)
        encoder.append(fields.effectiveAt.millisecondsSince1970)
        var visited = fields
        try visited.accept(&encoder)
        return encoder.bytes
    }

    private mutating func append(_ value: some FixedWidthInteger) {
        var rest = value
        for _ in 0..<(value.bitWidth / 8) {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    private mutating func append(counted value: [UInt8]) {
        append(UInt32(truncatingIfNeeded: value.count))
        bytes.append(contentsOf: value)
    }

    mutating func enters(_ numbers: ClosedRange<UInt8>) -> Bool { true }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Symbol?) {
        guard let value else { return }
        bytes.append(number)
        append(value.number)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout IdentityNumber?) {
        guard let value else { return }
        bytes.append(number)
        append(value.number)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout StoreIdentifier?) {
        guard let value else { return }
        bytes.append(number)
        append(value.bits)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Instant?) {
        guard let value else { return }
        bytes.append(number)
        append(value.millisecondsSince1970)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout UInt64?) {
        guard let value else { return }
        bytes.append(number)
        append(value)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Int64?) {
        guard let value else { return }
        bytes.append(number)
        append(value)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Int32?) {
        guard let value else { return }
        bytes.append(number)
        append(value)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Bool?) {
        guard let value else { return }
        bytes.append(number)
        bytes.append(value ? 1 : 0)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Digest?) {
        guard let value else { return }
        bytes.append(number)
        bytes.append(contentsOf: value.bytes)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [UInt8]?) {
        guard let value else { return }
        bytes.append(number)
        append(counted: value)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [Symbol]?) {
        guard let value else { return }
        bytes.append(number)
        append(UInt32(truncatingIfNeeded: value.count))
        for symbol in value { append(symbol.number) }
    }

    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout [IdentityDefinition]?
    ) {
        guard let value else { return }
        bytes.append(number)
        append(UInt32(truncatingIfNeeded: value.count))
        for definition in value {
            append(definition.identity.number)
            bytes.append(contentsOf: definition.saltedDigest.bytes)
        }
    }

    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout [SymbolDefinition]?
    ) {
        guard let value else { return }
        bytes.append(number)
        append(UInt32(truncatingIfNeeded: value.count))
        for definition in value {
            append(definition.symbol.number)
            append(counted: Array(definition.text.utf8))
        }
    }
}
