/// Writes a state as compact bytes: little-endian base-128 numbers, dates and sequences as steps
/// from the one before, accounts as places in a table of those that the state names.
///
/// Symbols stand for themselves: a head names few twice, and a question reads them once each.
///
/// Steps wrap, so that every value can be written, odd ones included.
struct StateWriter {
    private var body: [UInt8] = []
    private var front: (flags: UInt64, date: Instant?)?
    private var accounts = Table()
    private var previousDate: Int64 = 0
    private var previousSequence: UInt64 = 0
    private var previousIdentifier: UInt64 = 0

    /// Numbers in the order in which they were first named.
    private struct Table {
        var numbers: [UInt32] = []

        mutating func index(of number: UInt32) -> Int {
            if let index = numbers.firstIndex(of: number) { return index }
            numbers.append(number)
            return numbers.count - 1
        }
    }

    /// The finished bytes: version, what stands before the table, table, body.
    func finish() -> [UInt8] {
        var bytes = [UInt8(truncatingIfNeeded: FoldRules.version)]
        if let front {
            Self.append(front.flags, to: &bytes)
            if let date = front.date {
                Self.append(Self.folded(date.millisecondsSince1970), to: &bytes)
            }
        }
        Self.append(UInt64(accounts.numbers.count), to: &bytes)
        for number in accounts.numbers { Self.append(UInt64(number), to: &bytes) }
        return bytes + body
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
        write(count: accounts.index(of: account.number))
    }

    /// Eight bytes as they are: a digest has no short form.
    mutating func write(digest: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) {
            body.append(UInt8(truncatingIfNeeded: digest >> UInt64(shift)))
        }
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
