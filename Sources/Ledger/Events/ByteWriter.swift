/// Writes little-endian values one after the other; what `ByteReader` reads back.
struct ByteWriter: Sendable {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int = 128) { bytes.reserveCapacity(capacity) }

    /// Writes in the place of other bytes, whose memory is lent until `give`.
    init(taking memory: inout [UInt8]) {
        swap(&bytes, &memory)
        bytes.removeAll(keepingCapacity: true)
    }

    /// Gives the memory back with what was written; nothing can be written after that.
    mutating func give(back memory: inout [UInt8]) { swap(&bytes, &memory) }

    /// A number by itself, as the values of tables hold it.
    static func bytes(of number: some FixedWidthInteger & BitwiseCopyable) -> [UInt8] {
        var writer = ByteWriter(capacity: number.bitWidth / 8)
        writer.append(number)
        return writer.bytes
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    /// A number in one piece: byte by byte each would look for room.
    @inline(__always)
    mutating func append(_ value: some FixedWidthInteger & BitwiseCopyable) {
        let little = value.littleEndian
        unsafe withUnsafeBytes(of: little) { unsafe bytes.append(contentsOf: $0) }
    }

    mutating func append(bytes more: [UInt8]) { bytes.append(contentsOf: more) }

    mutating func append(bytes more: ArraySlice<UInt8>) { bytes.append(contentsOf: more) }

    /// Bytes behind their count.
    mutating func append(counted more: [UInt8]) {
        append(UInt32(truncatingIfNeeded: more.count))
        bytes.append(contentsOf: more)
    }

    /// A text's UTF-8 behind its count.
    mutating func append(counted text: String) {
        append(UInt32(truncatingIfNeeded: text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }
}
