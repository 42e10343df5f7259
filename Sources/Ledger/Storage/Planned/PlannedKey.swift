/// A key that is looked for among planned changes, with what is compared first.
@safe
struct PlannedKey {
    let bytes: UnsafeRawBufferPointer
    /// The first eight bytes as a big-endian number, zeros behind a shorter key: where two of them
    /// differ, they order the keys.
    let head: UInt64

    init(_ bytes: UnsafeRawBufferPointer) {
        unsafe self.bytes = unsafe bytes
        self.head = unsafe Self.word(bytes, at: 0, count: min(bytes.count, 8)).bigEndian
    }

    /// A key whose head is known.
    init(_ bytes: UnsafeRawBufferPointer, head: UInt64) {
        unsafe self.bytes = unsafe bytes
        self.head = head
    }

    /// Less than zero when the key comes before another one, more when it comes after it.
    func order(_ other: PlannedKey) -> Int {
        if head != other.head { return head < other.head ? -1 : 1 }
        return unsafe bytes.order(other.bytes)
    }

    /// A hash of the bytes.
    ///
    /// Whoever does not know the seed cannot choose keys that collide.
    func hash(seed: UInt64) -> UInt32 {
        let count = unsafe bytes.count
        var state = Self.mix(seed ^ UInt64(count), 0x9E37_79B9_7F4A_7C15)
        var place = 0
        while count - place > 8 {
            let word = unsafe Self.word(bytes, at: place, count: 8)
            state = Self.mix(state ^ word, 0xD6E8_FEB8_6659_FD93)
            place += 8
        }
        let rest = unsafe Self.word(bytes, at: place, count: count - place)
        state = Self.mix(state ^ rest, 0xA076_1D64_78BD_642F ^ seed)
        return UInt32(truncatingIfNeeded: state ^ (state >> 32))
    }

    /// A seed that differs from process to process: the standard library's own.
    static func makeSeed() -> UInt64 {
        var hasher = Hasher()
        hasher.combine(0x504C_414E)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// Both halves of the product: every bit of it depends on bits of both numbers.
    private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }

    /// Up to eight bytes in memory order, zeros behind them.
    private static func word(
        _ bytes: UnsafeRawBufferPointer, at place: Int, count: Int
    ) -> UInt64 {
        if count == 8 { return unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) }
        var word: UInt64 = 0
        for index in 0..<count {
            word |= unsafe UInt64(bytes[place + index]) << (8 * UInt64(index))
        }
        return word
    }
}
