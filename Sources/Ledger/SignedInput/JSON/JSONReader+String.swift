/// Strings.
extension JSONReader {
    /// Reads a string.
    mutating func string() throws(JSONError) -> String {
        guard try peek() == UInt8(ascii: "\"") else { throw .wrongType }
        return try string(of: try text())
    }

    /// Makes a string of a text that has been found.
    func string(of text: JSONText) throws(JSONError) -> String {
        if text.isEscaped {
            let resolved = try unescape(text.range)
            return try string(of: resolved.span)
        }
        // `text` has just found that it is UTF-8.
        let content = unsafe UTF8Span(
            unchecked: bytes.extracting(text.range), isKnownASCII: text.isASCII)
        return String(copying: content)
    }

    /// Makes a string of bytes that must be UTF-8.
    private func string(of content: Span<UInt8>) throws(JSONError) -> String {
        do {
            return String(copying: try UTF8Span(validating: content))
        } catch {
            throw .encoding
        }
    }

    /// Finds the end of the string that begins here.
    ///
    /// What it holds is then known to be UTF-8 without control characters, and its escapes to be
    /// good ones.
    mutating func text() throws(JSONError) -> JSONText {
        position &+= 1
        let start = position
        var isEscaped = false
        var isASCII = true
        while true {
            skipPlainText()
            guard position < bytes.count else { throw .syntax }
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                let text = JSONText(
                    range: start..<position, isEscaped: isEscaped, isASCII: isASCII)
                position &+= 1
                if !isASCII { try checkEncoding(text.range) }
                if isEscaped { _ = try unescape(text.range) }
                return text
            case UInt8(ascii: "\\"):
                isEscaped = true
                position &+= 2
            case 0x00..<0x20:
                throw .syntax
            default:
                if byte >= 0x80 { isASCII = false }
                position &+= 1
            }
        }
    }

    /// Moves on, eight bytes at a time, over plain ASCII: to the first quote, backslash, control
    /// character or byte beyond ASCII, or to the last seven bytes.
    ///
    /// Each test sets the high bit of the bytes that fail it. A borrow may set others too, but only
    /// above one that failed.
    private mutating func skipPlainText() {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highBits = ones &* 0x80
        let raw = unsafe bytes.bytes
        while bytes.count &- position >= 8 {
            // At least 8 bytes are left at the position.
            let word = unsafe raw.unsafeLoadUnaligned(
                fromUncheckedByteOffset: position, as: UInt64.self
            ).littleEndian
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5C)
            let special =
                (word | (word &- ones &* 0x20) | (quote &- ones) | (backslash &- ones)) & highBits
            if special != 0 {
                position &+= special.trailingZeroBitCount &>> 3
                return
            }
            position &+= 8
        }
    }

    /// Fails unless the bytes are UTF-8.
    private func checkEncoding(_ range: Range<Int>) throws(JSONError) {
        do {
            _ = try UTF8Span(validating: bytes.extracting(range))
        } catch {
            throw .encoding
        }
    }
}
