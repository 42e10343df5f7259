/// Reads little-endian values from lent bytes, each read checked against the end.
struct ByteReader: ~Escapable {
    private let bytes: RawSpan
    private(set) var offset = 0

    @_lifetime(copy bytes)
    init(_ bytes: RawSpan) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.byteCount }
    var remainingByteCount: Int { bytes.byteCount - offset }

    /// The next byte, without reading past it.
    var nextByte: UInt8? {
        offset < bytes.byteCount
            ? bytes.unsafeLoadByte(at: offset) : nil
    }

    /// Goes on behind the byte that `nextByte` gave.
    @_lifetime(self: copy self)
    mutating func skipByte() {
        if offset < bytes.byteCount { offset += 1 }
    }

    // In place: a record has some thirty numbers, and a call costs more than the read.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func read<Value: FixedWidthInteger & BitwiseCopyable>(
        _ type: Value.Type
    ) throws(RecordError) -> Value {
        let size = MemoryLayout<Value>.size
        guard remainingByteCount >= size else { throw .truncated }
        let value = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Value.self)
        offset += size
        return Value(littleEndian: value)
    }

    /// The next one to eight bytes as a number.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func readNumber(byteCount: Int) throws(RecordError) -> UInt64 {
        let rest = remainingByteCount
        guard byteCount > 0, byteCount <= 8, rest >= byteCount else { throw .truncated }
        let place = offset
        offset += byteCount
        // Eight at once without asking how many they are, save at the very end.
        if rest >= 8 {
            let bits = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
            return UInt64(littleEndian: bits) & UInt64.max >> UInt64(64 - 8 * byteCount)
        }
        var number: UInt64 = 0
        for index in 0..<byteCount {
            number |= UInt64(bytes.unsafeLoadByte(at: place + index)) << UInt64(8 * index)
        }
        return number
    }

    @_lifetime(self: copy self)
    mutating func readBytes(count: Int) throws(RecordError) -> [UInt8] {
        guard count >= 0, remainingByteCount >= count else { throw .truncated }
        let slice = bytes.extracting(offset..<offset + count)
        offset += count
        return [UInt8](copying: slice)
    }

    /// Steps over bytes.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func skip(_ count: Int) throws(RecordError) {
        guard count >= 0, remainingByteCount >= count else { throw .truncated }
        offset += count
    }

    /// A count that says how many items of at least `itemByteCountMin` bytes follow.
    @_lifetime(self: copy self)
    mutating func readCount(itemByteCountMin: Int) throws(RecordError) -> Int {
        let count = Int(try read(UInt32.self))
        guard count <= remainingByteCount / itemByteCountMin else { throw .truncated }
        return count
    }
}

extension RawSpan {
    /// One byte, checked.
    func unsafeLoadByte(at offset: Int) -> UInt8 {
        precondition(offset >= 0 && offset < byteCount)
        return unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
    }
}
