/// Reads what `StateWriter` wrote, each number checked.
struct StateReader: ~Escapable {
    private var reader: ByteReader
    private var symbols = NumberTable()
    private var accounts = NumberTable()
    private var previousDate: Int64 = 0
    private var previousSequence: UInt64 = 0
    private var previousIdentifier: UInt64 = 0

    /// Presence, sequence and digest: no content is shorter.
    static let contentByteCountMin: UInt64 = 10

    /// The field that an error names where a stored state cannot be what it says.
    static let invalid = RecordError.invalidValue(field: 0)

    @_lifetime(copy bytes)
    init(_ bytes: RawSpan) throws(RecordError) {
        reader = ByteReader(bytes)
        let version = try reader.read(UInt8.self)
        guard version == UInt8(truncatingIfNeeded: FoldRules.version) else {
            throw .unknownFormat(version)
        }
        symbols = try readTable()
        accounts = try readTable()
    }

    var isAtEnd: Bool { reader.isAtEnd }

    @_lifetime(self: copy self)
    private mutating func readTable() throws(RecordError) -> NumberTable {
        var numbers = NumberTable()
        for _ in 0..<(try readCount()) { numbers.append(try readNumber(UInt32.self)) }
        return numbers
    }

    @_lifetime(self: copy self)
    @inline(__always)
    mutating func read() throws(RecordError) -> UInt64 {
        // Most numbers are one byte.
        if let byte = reader.nextByte, byte < 0x80 {
            reader.skipByte()
            return UInt64(byte)
        }
        return try readLong()
    }

    @_lifetime(self: copy self)
    private mutating func readLong() throws(RecordError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try reader.read(UInt8.self)
            let bits = UInt64(byte & 0x7F)
            guard shift < 63 || bits <= 1 else { throw Self.invalid }
            value |= bits << shift
            if byte & 0x80 == 0 { return value }
            shift += 7
            guard shift < 64 else { throw Self.invalid }
        }
    }

    /// A number that fits the type.
    @_lifetime(self: copy self)
    mutating func readNumber<Value: FixedWidthInteger>(
        _ type: Value.Type
    ) throws(RecordError) -> Value {
        guard let value = Value(exactly: try read()) else { throw Self.invalid }
        return value
    }

    /// A count of items of at least so many bytes each, so that damage cannot ask for much memory.
    @_lifetime(self: copy self)
    mutating func readCount(itemByteCountMin: UInt64 = 1) throws(RecordError) -> Int {
        let count = try read()
        guard count <= UInt64(reader.remainingByteCount) / itemByteCountMin else {
            throw .truncated
        }
        return Int(count)
    }

    @_lifetime(self: copy self)
    mutating func readSigned() throws(RecordError) -> Int64 {
        let value = try read()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    @_lifetime(self: copy self)
    mutating func readSigned32() throws(RecordError) -> Int32 {
        guard let value = Int32(exactly: try readSigned()) else { throw Self.invalid }
        return value
    }

    @_lifetime(self: copy self)
    mutating func readDate() throws(RecordError) -> Instant {
        previousDate &+= try readSigned()
        return Instant(millisecondsSince1970: previousDate)
    }

    @_lifetime(self: copy self)
    mutating func readSequence() throws(RecordError) -> UInt64 {
        previousSequence &+= UInt64(bitPattern: try readSigned())
        return previousSequence
    }

    @_lifetime(self: copy self)
    mutating func readIdentifier() throws(RecordError) -> StoreIdentifier {
        previousIdentifier &+= UInt64(bitPattern: try readSigned())
        return StoreIdentifier(bits: previousIdentifier)
    }

    @_lifetime(self: copy self)
    mutating func readSymbol() throws(RecordError) -> Symbol {
        let index = try readNumber(Int.self)
        guard index < symbols.count else { throw Self.invalid }
        return Symbol(number: symbols[index])
    }

    @_lifetime(self: copy self)
    mutating func readAccount() throws(RecordError) -> IdentityNumber {
        let index = try readNumber(Int.self)
        guard index < accounts.count else { throw Self.invalid }
        return IdentityNumber(number: accounts[index])
    }

    @_lifetime(self: copy self)
    mutating func readBytes() throws(RecordError) -> [UInt8] {
        try reader.readBytes(count: try readCount())
    }

    @_lifetime(self: copy self)
    mutating func readPackedText() throws(RecordError) -> PackedText {
        guard let text = PackedText(bytes: try readBytes()) else { throw Self.invalid }
        return text
    }

    @_lifetime(self: copy self)
    mutating func readDigest() throws(RecordError) -> UInt64 {
        try reader.read(UInt64.self)
    }
}
