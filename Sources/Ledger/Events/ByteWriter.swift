/// Writes little-endian values one after the other; what `ByteReader` reads back.
struct ByteWriter: Sendable {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int = 128) { bytes.reserveCapacity(capacity) }

    /// A number by itself, as the values of tables hold it.
    static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
        var writer = ByteWriter(capacity: number.bitWidth / 8)
        writer.append(number)
        return writer.bytes
    }

    mutating func append(_ value: some FixedWidthInteger) {
        var rest = value
        for _ in 0..<(value.bitWidth / 8) {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    mutating func append(bytes more: [UInt8]) { bytes.append(contentsOf: more) }

    /// Bytes behind their count.
    mutating func append(counted more: [UInt8]) {
        append(UInt32(truncatingIfNeeded: more.count))
        bytes.append(contentsOf: more)
    }
}
