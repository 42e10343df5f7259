/// Writes a state as compact bytes: little-endian base-128 numbers, dates and sequences as steps
/// from the one before, symbols and accounts as places in a table of those that the state names.
///
/// Steps wrap, so that every value can be written, odd ones included.
struct StateWriter {
    private var body: [UInt8] = []
    /// Numbers in the order in which they were first named.
    private var symbols = NumberTable()
    private var accounts = NumberTable()
    private var previousDate: Int64 = 0
    private var previousSequence: UInt64 = 0
    private var previousIdentifier: UInt64 = 0

    /// Begins another state, in the memory that the one before took.
    mutating func begin() {
        body.empty()
        (symbols, accounts) = (NumberTable(), NumberTable())
        (previousDate, previousSequence, previousIdentifier) = (0, 0, 0)
    }

    /// The finished bytes: version, tables, body.
    func finish() -> [UInt8] {
        var bytes: [UInt8] = []
        finish(into: &bytes)
        return bytes
    }

    /// Puts the finished bytes in the place of others.
    func finish(into bytes: inout [UInt8]) {
        bytes.empty()
        bytes.append(UInt8(truncatingIfNeeded: FoldRules.version))
        Self.append(symbols, to: &bytes)
        Self.append(accounts, to: &bytes)
        bytes.append(contentsOf: body)
    }

    private static func append(_ table: NumberTable, to bytes: inout [UInt8]) {
        append(UInt64(table.count), to: &bytes)
        for place in 0..<table.count { append(UInt64(table[place]), to: &bytes) }
    }

    mutating func write(_ value: UInt64) { Self.append(value, to: &body) }

    mutating func write(count: Int) { write(UInt64(count)) }

    /// Small numbers of either sign stay short.
    mutating func write(signed value: Int64) {
        write(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    mutating func write(_ date: Instant) {
        write(signed: date.millisecondsSince1970 &- previousDate)
        previousDate = date.millisecondsSince1970
    }

    mutating func write(sequence: UInt64) {
        write(signed: Int64(bitPattern: sequence &- previousSequence))
        previousSequence = sequence
    }

    mutating func write(_ identifier: StoreIdentifier) {
        write(signed: Int64(bitPattern: identifier.bits &- previousIdentifier))
        previousIdentifier = identifier.bits
    }

    mutating func write(_ symbol: Symbol) { write(count: symbols.place(of: symbol.number)) }

    mutating func write(_ account: IdentityNumber) {
        write(count: accounts.place(of: account.number))
    }

    /// Eight bytes as they are: a digest has no short form.
    mutating func write(digest: UInt64) {
        unsafe withUnsafeBytes(of: digest.littleEndian) { unsafe body.append(contentsOf: $0) }
    }

    /// Bytes behind their count.
    mutating func write(bytes: [UInt8]) {
        write(count: bytes.count)
        body += bytes
    }

    private static func append(_ value: UInt64, to bytes: inout [UInt8]) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
