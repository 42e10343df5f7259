/// Searches that pass over eight bytes at a time.
enum ByteScan {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// The first index from `start` on of a quote, a backslash, a control character or a byte that
    /// is not ASCII; the end if there is none.
    static func endOfPlainText(in bytes: Span<UInt8>, from start: Int) -> Int {
        // What is not ASCII is marked, so that a high bit need not be told from a borrow.
        first(in: bytes, from: start) { word in
            let (quote, backslash) = (word ^ ones &* 0x22, word ^ ones &* 0x5C)
            return (word | (word &- ones &* 0x20) | (quote &- ones) | (backslash &- ones))
                & highBits
        }
    }

    /// The first index from `start` on of a line feed; the end if there is none.
    static func endOfLine(in bytes: Span<UInt8>, from start: Int) -> Int {
        bytes.firstIndex(of: 0x0A, from: start) ?? bytes.count
    }

    /// The first index whose byte `marks` marks by its high bit; a borrow may set others too, but
    /// only above one that is marked.
    @inline(__always)
    private static func first(
        in bytes: Span<UInt8>, from start: Int, marks: (UInt64) -> UInt64
    ) -> Int {
        let raw = unsafe bytes.bytes
        var index = start
        while index &+ 8 <= bytes.count {
            // Inside the span: the condition above says so.
            let word = unsafe raw.unsafeLoadUnaligned(
                fromUncheckedByteOffset: index, as: UInt64.self)
            let marked = marks(word.littleEndian)
            if marked != 0 { return index &+ marked.trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < bytes.count {
            // The other seven bytes of the word are letters, which nothing marks.
            if marks(UInt64(bytes[index]) | (ones &* 0x61) << 8) != 0 { return index }
            index &+= 1
        }
        return bytes.count
    }

    /// Appends a part of a span to an array.
    static func append(_ bytes: Span<UInt8>, to array: inout [UInt8]) {
        unsafe bytes.withUnsafeBufferPointer { unsafe array.append(contentsOf: $0) }
    }
}

/// Checks UTF-8 byte by byte, across chunks (RFC 3629, section 4).
struct UTF8Checker {
    private var continuationsLeft = 0
    private var lower: UInt8 = 0x80
    private var upper: UInt8 = 0xBF

    /// Whether the bytes so far end with a whole character.
    var isComplete: Bool { continuationsLeft == 0 }

    /// Takes the next byte; false if it cannot stand there.
    mutating func accepts(_ byte: UInt8) -> Bool {
        if continuationsLeft > 0 {
            guard byte >= lower && byte <= upper else { return false }
            continuationsLeft -= 1
            (lower, upper) = (0x80, 0xBF)
            return true
        }
        switch byte {
        case 0x00...0x7F: return true
        case 0xC2...0xDF: continuationsLeft = 1
        case 0xE0...0xEF: continuationsLeft = 2
        case 0xF0...0xF4: continuationsLeft = 3
        default: return false
        }
        switch byte {
        case 0xE0: lower = 0xA0
        case 0xED: upper = 0x9F
        case 0xF0: lower = 0x90
        case 0xF4: upper = 0x8F
        default: break
        }
        return true
    }
}
