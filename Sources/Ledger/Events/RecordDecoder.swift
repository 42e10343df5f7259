/// Reads a record back into its fields.
///
/// Nothing in the bytes is trusted.
struct RecordDecoder: EventFieldVisitor, ~Escapable, ~Copyable {
    private var reader: ByteReader

    @_lifetime(copy bytes)
    private init(_ bytes: RawSpan) { reader = ByteReader(bytes) }

    /// The event that a record holds.
    static func decode(_ record: RawSpan) throws(RecordError) -> EventFields {
        var decoder = RecordDecoder(record)
        var fields = try decoder.readHead()
        try fields.accept(&decoder)
        if let number = decoder.reader.nextByte { throw .unexpectedField(number) }
        return fields
    }

    @_lifetime(self: copy self)
    private mutating func readHead() throws(RecordError) -> EventFields {
        let head = try RecordHead(from: &reader)
        var fields = EventFields(
            kind: head.kind, recordedAt: head.recordedAt, effectiveAt: head.effectiveAt)
        fields.environment = head.environment
        fields.line = head.line
        return fields
    }

    @_lifetime(self: copy self)
    mutating func enters(_ numbers: ClosedRange<UInt8>) -> Bool {
        guard let next = reader.nextByte else { return false }
        return next <= numbers.upperBound
    }

    /// Whether the next field is the one with this number; then its number is read.
    @_lifetime(self: copy self)
    private mutating func begins(_ number: UInt8) throws(RecordError) -> Bool {
        guard reader.nextByte == number else { return false }
        _ = try reader.read(UInt8.self)
        return true
    }

    @_lifetime(self: copy self)
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout Symbol?
    ) throws(RecordError) {
        guard try begins(number) else { return }
        value = Symbol(number: try reader.read(UInt32.self))
    }

    @_lifetime(self: copy self)
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout IdentityNumber?
    ) throws(RecordError) {
        guard try begins(number) else { return }
        value = IdentityNumber(number: try reader.read(UInt32.self))
    }

    @_lifetime(self: copy self)
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout StoreIdentifier?
    ) throws(RecordError) {
        guard try begins(number) else { return }
        value = StoreIdentifier(bits: try reader.read(UInt64.self))
    }

    @_lifetime(self: copy self)
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout Instant?
    ) throws(RecordError) {
        guard try begins(number) else { return }
        value = Instant(millisecondsSince1970: try reader.read(Int64.self))
    }

    @_lifetime(self: copy self)
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout UInt64?
    ) throws(RecordError) {
        guard try begins(number) else { return }
        value = try reader.read(UInt64.self)
    }

    @_lifetime(self: copy self)
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout Int64?
    ) throws(RecordError) {
        guard try begins(number) else { return }
        value = try reader.read(Int64.self)
    }

    @_lifetime(self: copy self)
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout Int32?
    ) throws(RecordError) {
        guard try begins(number) else { return }
        value = try reader.read(Int32.self)
    }

    @_lifetime(self: copy self)
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout Bool?
    ) throws(RecordError) {
        guard try begins(number) else { return }
        let byte = try reader.read(UInt8.self)
        guard byte <= 1 else { throw .invalidValue(field: number) }
        value = byte == 1
    }

    @_lifetime(self: copy self)
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout Digest?
    ) throws(RecordError) {
        guard try begins(number) else { return }
        value = Digest(bytes: try reader.readBytes(count: Digest.byteCount))
    }

    @_lifetime(self: copy self)
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout [UInt8]?
    ) throws(RecordError) {
        guard try begins(number) else { return }
        value = try reader.readBytes(count: try reader.readCount(itemByteCountMin: 1))
    }

    @_lifetime(self: copy self)
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout PackedText?
    ) throws(RecordError) {
        guard try begins(number) else { return }
        let bytes = try reader.readBytes(count: try reader.readCount(itemByteCountMin: 1))
        guard let text = PackedText(bytes: bytes) else { throw .invalidValue(field: number) }
        value = text
    }

    @_lifetime(self: copy self)
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout [Symbol]?
    ) throws(RecordError) {
        guard try begins(number) else { return }
        var symbols: [Symbol] = []
        for _ in 0..<(try reader.readCount(itemByteCountMin: 4)) {
            symbols.append(Symbol(number: try reader.read(UInt32.self)))
        }
        value = symbols
    }

    @_lifetime(self: copy self)
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout [IdentityDefinition]?
    ) throws(RecordError) {
        guard try begins(number) else { return }
        var definitions: [IdentityDefinition] = []
        for _ in 0..<(try reader.readCount(itemByteCountMin: 4 + Digest.byteCount)) {
            let identity = IdentityNumber(number: try reader.read(UInt32.self))
            let digest = Digest(bytes: try reader.readBytes(count: Digest.byteCount))
            definitions.append(IdentityDefinition(identity: identity, saltedDigest: digest))
        }
        value = definitions
    }

    @_lifetime(self: copy self)
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout [SymbolDefinition]?
    ) throws(RecordError) {
        guard try begins(number) else { return }
        var definitions: [SymbolDefinition] = []
        for _ in 0..<(try reader.readCount(itemByteCountMin: 8)) {
            let symbol = Symbol(number: try reader.read(UInt32.self))
            let bytes = try reader.readBytes(count: try reader.readCount(itemByteCountMin: 1))
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw .invalidValue(field: number)
            }
            definitions.append(SymbolDefinition(symbol: symbol, text: text))
        }
        value = definitions
    }
}
