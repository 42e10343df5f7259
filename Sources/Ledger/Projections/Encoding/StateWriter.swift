/// Writes a state as compact bytes: little-endian base-128 numbers, dates and sequences as steps
/// from the one before, accounts as places in a table of those that the state names.
///
/// Symbols stand for themselves: a head names few twice, and a question reads them once each.
///
/// Steps wrap, so that every value can be written, odd ones included.
struct StateWriter {
    private var body: [UInt8] = []
    private var front: (flags: UInt64, date: Instant?)?
    /// Numbers in the order in which they were first named.
    private var accounts = NumberTable()
    private var previousDate: Int64 = 0
    private var previousSequence: UInt64 = 0
    private var previousIdentifier: UInt64 = 0

    /// Begins another state, in the memory that the one before took.
    mutating func begin() {
        body.empty()
        front = nil
        accounts = NumberTable()
        (previousDate, previousSequence, previousIdentifier) = (0, 0, 0)
    }

    /// The finished bytes: version, what stands before the table, table, body.
    func finish() -> [UInt8] {
        var bytes: [UInt8] = []
        finish(into: &bytes)
        return bytes
    }

    /// Puts the finished bytes in the place of others.
    func finish(into bytes: inout [UInt8]) {
        bytes.empty()
        bytes.append(UInt8(truncatingIfNeeded: FoldRules.version))
        if let front {
            Self.append(front.flags, to: &bytes)
            if let date = front.date {
                Self.append(Self.folded(date.millisecondsSince1970), to: &bytes)
            }
        }
        Self.append(UInt64(accounts.count), to: &bytes)
        for place in 0..<accounts.count { Self.append(UInt64(accounts[place]), to: &bytes) }
        bytes.append(contentsOf: body)
    }

    /// Writes what is read without the table, before anything else; later dates are steps from this
    /// one.
    mutating func writeFront(_ flags: UInt64, _ date: Instant?) {
        front = (flags, date)
        if let date { previousDate = date.millisecondsSince1970 }
    }

    mutating func write(_ value: UInt64) { Self.append(value, to: &body) }

    mutating func write(count: Int) { write(UInt64(count)) }

    /// Small numbers of either sign stay short.
    mutating func write(signed value: Int64) { write(Self.folded(value)) }

    private static func folded(_ value: Int64) -> UInt64 {
        UInt64(bitPattern: (value << 1) ^ (value >> 63))
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

    mutating func write(_ symbol: Symbol) { write(UInt64(symbol.number)) }

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
