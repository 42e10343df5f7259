/// Builds a key of a table: parts in order, numbers big-endian, so that byte order is meaning.
///
/// Up to 64 bytes lie in the key itself; a longer key moves to the heap.
struct LMDBKey: Sendable {
    /// How many bytes a key holds without an allocation.
    static let inlineBytesMax = 64

    private var inline = InlineArray<64, UInt8>(repeating: 0)
    private var inlineCount = 0
    /// All bytes of a key that is longer than `inlineBytesMax`; else empty.
    private var long: [UInt8] = []

    init() {}

    /// A key that is one number.
    init(_ value: UInt64) {
        append(bigEndian: value)
    }

    /// How many bytes the key has.
    var count: Int { long.isEmpty ? inlineCount : long.count }

    /// The key's bytes.
    var bytes: RawSpan {
        @_lifetime(borrow self)
        get {
            if long.isEmpty {
                return unsafe inline.span.bytes.extracting(0..<inlineCount)
            }
            return long.bytes
        }
    }

    mutating func append(_ byte: UInt8) {
        if long.isEmpty, inlineCount < Self.inlineBytesMax {
            inline[inlineCount] = byte
            inlineCount += 1
            return
        }
        if long.isEmpty {
            long.reserveCapacity(Self.inlineBytesMax * 2)
            for index in inline.indices { long.append(inline[index]) }
        }
        long.append(byte)
    }

    mutating func append<Number: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
        bigEndian value: Number
    ) {
        let (offset, byteCount) = (inlineCount, Number.bitWidth / 8)
        if long.isEmpty, offset <= Self.inlineBytesMax - byteCount {
            // In one piece: a statement's key is four numbers, and there are several keys an event.
            var span = inline.mutableSpan
            var bytes = unsafe span.mutableBytes
            bytes.storeBytes(of: value.bigEndian, toByteOffset: offset, as: Number.self)
            inlineCount = offset + byteCount
            return
        }
        var shift = Number.bitWidth
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// Appends a signed number so that negative ones come first: its sign bit is flipped.
    mutating func append(sortable value: Int64) {
        append(bigEndian: UInt64(bitPattern: value) ^ (1 << 63))
    }

    mutating func append(bytes: RawSpan) {
        let (offset, byteCount) = (inlineCount, bytes.byteCount)
        if long.isEmpty, byteCount <= Self.inlineBytesMax - offset {
            var span = inline.mutableSpan
            var target = unsafe span.mutableBytes
            unsafe target.withUnsafeMutableBytes { target in
                unsafe bytes.withUnsafeBytes { bytes in
                    unsafe UnsafeMutableRawBufferPointer(rebasing: target[offset...])
                        .copyMemory(from: bytes)
                }
            }
            inlineCount = offset + byteCount
            return
        }
        for offset in bytes.byteOffsets {
            append(unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
        }
    }

    mutating func append(bytes: [UInt8]) {
        for byte in bytes { append(byte) }
    }

    /// Appends a text's UTF-8.
    mutating func append(text: String) {
        var text = text
        text.withUTF8 { unsafe append(bytes: RawSpan(_unsafeElements: $0)) }
    }

    /// The byte at an index below `count`.
    func byte(at index: Int) -> UInt8 {
        long.isEmpty ? inline[index] : long[index]
    }
}
