/// Reads what `StateWriter` wrote, each number checked.
///
/// Every question reads a state for each line of a customer, so the reader makes nothing: the table
/// of accounts stays where it is, and a number is looked up in it where the state names it.
struct StateReader: ~Escapable {
    private let bytes: RawSpan
    private var offset = 0
    private var accounts = Table()
    private var previousDate: Int64 = 0
    private var previousSequence: UInt64 = 0
    private var previousIdentifier: UInt64 = 0

    /// Where the numbers of the table begin, and how many there are; mostly one.
    private struct Table {
        var start = 0
        var count = 0
    }

    /// Presence, sequence and digest: no content is shorter.
    static let contentByteCountMin: UInt64 = 10

    /// The field that an error names where a stored state cannot be what it says.
    static let invalid = RecordError.invalidValue(field: 0)

    /// Begins behind the table.
    @_lifetime(copy bytes)
    init(_ bytes: RawSpan) throws(RecordError) {
        try self.init(beforeTable: bytes)
        try readTable()
    }

    /// Begins with what stands before the table; `readTable` follows it.
    @inline(__always)
    @_lifetime(copy bytes)
    init(beforeTable bytes: RawSpan) throws(RecordError) {
        self.bytes = bytes
        guard bytes.byteCount > 0 else { throw .truncated }
        let version = bytes.unsafeLoadByte(at: 0)
        guard version == UInt8(truncatingIfNeeded: FoldRules.version) else {
            throw .unknownFormat(version)
        }
        offset = 1
    }

    var isAtEnd: Bool { offset == bytes.byteCount }

    private var remainingByteCount: Int { bytes.byteCount - offset }

    /// Finds the accounts that the state names.
    @_lifetime(self: copy self)
    mutating func readTable() throws(RecordError) {
        let count = try readCount()
        accounts = Table(start: offset, count: count)
        try skipNumbers(count)
    }

    @_lifetime(self: copy self)
    private mutating func skipNumbers(_ count: Int) throws(RecordError) {
        var rest = count
        while rest > 0 {
            guard offset < bytes.byteCount else { throw .truncated }
            if bytes.unsafeLoadByte(at: offset) < 0x80 { rest -= 1 }
            offset += 1
        }
    }

    @_lifetime(self: copy self)
    @inline(__always)
    mutating func read() throws(RecordError) -> UInt64 {
        // Most numbers are one byte.
        if offset < bytes.byteCount {
            let byte = bytes.unsafeLoadByte(at: offset)
            if byte < 0x80 {
                offset += 1
                return UInt64(byte)
            }
        }
        return try readLong()
    }

    /// A number of several bytes: dates and sequences, from eight bytes at once.
    @_lifetime(self: copy self)
    private mutating func readLong() throws(RecordError) -> UInt64 {
        guard remainingByteCount >= 8 else { return try readByBytes() }
        let word = UInt64(
            littleEndian: unsafe bytes.unsafeLoadUnaligned(
                fromByteOffset: offset, as: UInt64.self))
        // The first byte without its top bit is the last one.
        let lastBytes = ~word & 0x8080_8080_8080_8080
        guard lastBytes != 0 else { return try readByBytes() }
        let bitCount = lastBytes.trailingZeroBitCount + 1
        offset += bitCount / 8
        return Self.joined(word & (UInt64.max >> UInt64(64 - bitCount)))
    }

    /// Joins the seven low bits of each byte.
    private static func joined(_ word: UInt64) -> UInt64 {
        let sevens = word & 0x7F7F_7F7F_7F7F_7F7F
        let pairs = sevens & 0x007F_007F_007F_007F | (sevens & 0x7F00_7F00_7F00_7F00) >> 1
        let fours = pairs & 0x0000_3FFF_0000_3FFF | (pairs & 0x3FFF_0000_3FFF_0000) >> 2
        return fours & 0x0FFF_FFFF | (fours & 0x0FFF_FFFF_0000_0000) >> 4
    }

    /// The same near the end of the state, and for numbers of nine and ten bytes.
    @_lifetime(self: copy self)
    private mutating func readByBytes() throws(RecordError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            guard offset < bytes.byteCount else { throw .truncated }
            let byte = bytes.unsafeLoadByte(at: offset)
            offset += 1
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
    @inline(__always)
    mutating func readNumber<Value: FixedWidthInteger>(
        _ type: Value.Type
    ) throws(RecordError) -> Value {
        guard let value = Value(exactly: try read()) else { throw Self.invalid }
        return value
    }

    /// A count of items of at least so many bytes each, so that damage cannot ask for much memory.
    @_lifetime(self: copy self)
    @inline(__always)
    mutating func readCount(itemByteCountMin: UInt64 = 1) throws(RecordError) -> Int {
        let count = try read()
        guard count <= UInt64(remainingByteCount) / itemByteCountMin else { throw .truncated }
        return Int(count)
    }

    @_lifetime(self: copy self)
    @inline(__always)
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
        Symbol(number: try readNumber(UInt32.self))
    }

    @_lifetime(self: copy self)
    mutating func readAccount() throws(RecordError) -> IdentityNumber {
        let place = try read()
        guard place < UInt64(accounts.count) else { throw Self.invalid }
        let here = offset
        offset = accounts.start
        try skipNumbers(Int(place))
        let number = try readNumber(UInt32.self)
        offset = here
        return IdentityNumber(number: number)
    }

    @_lifetime(self: copy self)
    mutating func readBytes() throws(RecordError) -> [UInt8] {
        let count = try readCount()
        let slice = bytes.extracting(offset..<offset + count)
        offset += count
        return [UInt8](copying: slice)
    }

    @_lifetime(self: copy self)
    mutating func readPackedText() throws(RecordError) -> PackedText {
        guard let text = PackedText(bytes: try readBytes()) else { throw Self.invalid }
        return text
    }

    @_lifetime(self: copy self)
    mutating func readDigest() throws(RecordError) -> UInt64 {
        guard remainingByteCount >= 8 else { throw .truncated }
        let digest = UInt64(
            littleEndian: unsafe bytes.unsafeLoadUnaligned(
                fromByteOffset: offset, as: UInt64.self))
        offset += 8
        return digest
    }
}
