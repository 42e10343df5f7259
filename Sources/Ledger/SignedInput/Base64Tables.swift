/// The tables of one alphabet.
///
/// They are made once and stay for ever, behind plain pointers: an array's reference count would be
/// changed for each token by every thread, and cores would wait for each other there.
@safe struct Base64Tables: @unchecked Sendable {
    // @unchecked Sendable because nothing is written after `init`.
    /// What each character stands for as the first, second, third or fourth of a group, with its
    /// bits where they lie in the group's three bytes in the memory of a little-endian machine.
    private let values: UnsafeMutablePointer<UInt32>
    /// The two characters of each 12 bits, the first in the low byte.
    private let pairs: UnsafeMutablePointer<UInt16>

    static let url = Base64Tables(last: "-_")
    static let standard = Base64Tables(last: "+/")

    /// Marks what is no character of the alphabet; the bytes of a group end below it.
    private static let invalid: UInt32 = 1 << 31

    private init(last: StaticString) {
        var characters = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
        last.withUTF8Buffer { unsafe characters.append(contentsOf: $0) }
        unsafe values = .allocate(capacity: 4 * 256)
        unsafe values.initialize(repeating: Self.invalid, count: 4 * 256)
        unsafe pairs = .allocate(capacity: 4096)
        unsafe pairs.initialize(repeating: 0, count: 4096)
        for (value, character) in characters.enumerated() {
            for place in 0..<4 {
                let bigEndian = UInt32(value) << UInt32(26 - 6 * place)
                unsafe values[place * 256 + Int(character)] = bigEndian.byteSwapped
            }
            for (low, other) in characters.enumerated() {
                unsafe pairs[value << 6 | low] = UInt16(character) | UInt16(other) << 8
            }
        }
    }

    /// Decodes characters without padding; the output has exactly the bytes that they stand for.
    ///
    /// - Returns: false where they are not the one right text of any bytes.
    func decode(
        _ text: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
        guard let input = unsafe UnsafeRawPointer(text.baseAddress),
            let bytes = UnsafeMutableRawPointer(output.baseAddress)
        else { return text.isEmpty }
        var (index, written) = (0, 0)
        var marks: UInt32 = 0
        // A store of eight bytes writes two beyond its six, which are written again or not there.
        while index &+ 8 <= text.count, written &+ 8 <= output.count {
            let word = unsafe input.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                .littleEndian
            let first = group(UInt32(truncatingIfNeeded: word))
            let second = group(UInt32(truncatingIfNeeded: word &>> 32))
            marks |= first | second
            let six = UInt64(first & 0xFF_FFFF) | UInt64(second & 0xFF_FFFF) &<< 24
            unsafe bytes.storeBytes(
                of: six.littleEndian, toByteOffset: written, as: UInt64.self)
            index &+= 8
            written &+= 6
        }
        while index < text.count {
            let left = min(4, text.count &- index)
            var value: UInt32 = 0
            for place in 0..<left {
                value |= unsafe values[place &<< 8 &+ Int(text[index &+ place])]
            }
            marks |= value
            for place in 0..<(left &- 1) {
                unsafe output[written &+ place] = UInt8(
                    truncatingIfNeeded: value &>> UInt32(8 &* place))
            }
            // Bits behind the last byte must be zero.
            let used = UInt32(8 &* (left &- 1))
            if (value & ~Self.invalid) &>> used != 0 && left < 4 { return false }
            index &+= left
            written &+= left &- 1
        }
        return marks & Self.invalid == 0
    }

    /// What the four characters of a word stand for, the first in the low byte.
    @inline(__always)
    private func group(_ word: UInt32) -> UInt32 {
        unsafe values[Int(word & 0xFF)]
            | values[256 &+ Int(word &>> 8 & 0xFF)]
            | values[512 &+ Int(word &>> 16 & 0xFF)]
            | values[768 &+ Int(word &>> 24)]
    }

    /// Encodes bytes without padding.
    ///
    /// - Returns: how many characters were written; the output must have room for them.
    func encode(
        _ bytes: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        guard let input = unsafe UnsafeRawPointer(bytes.baseAddress),
            let text = UnsafeMutableRawPointer(output.baseAddress)
        else { return 0 }
        var (index, written) = (0, 0)
        // Eight bytes are read, six of them used.
        while index &+ 8 <= bytes.count {
            let word = unsafe input.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                .bigEndian
            let low =
                unsafe UInt32(pairs[Int(word &>> 52)])
                | UInt32(pairs[Int(word &>> 40 & 0xFFF)]) &<< 16
            let high =
                unsafe UInt32(pairs[Int(word &>> 28 & 0xFFF)])
                | UInt32(pairs[Int(word &>> 16 & 0xFFF)]) &<< 16
            let eight = UInt64(low) | UInt64(high) &<< 32
            unsafe text.storeBytes(
                of: eight.littleEndian, toByteOffset: written, as: UInt64.self)
            index &+= 6
            written &+= 8
        }
        while index < bytes.count {
            let left = min(3, bytes.count &- index)
            var word: UInt32 = 0
            for place in 0..<left {
                word |= unsafe UInt32(bytes[index &+ place]) &<< UInt32(16 &- 8 &* place)
            }
            let four =
                unsafe UInt32(pairs[Int(word &>> 12)])
                | UInt32(pairs[Int(word & 0xFFF)]) &<< 16
            for place in 0...left {
                unsafe output[written &+ place] = UInt8(
                    truncatingIfNeeded: four &>> UInt32(8 &* place))
            }
            index &+= left
            written &+= left &+ 1
        }
        return written
    }
}
