/// Lines that are not JSON: bare tokens, other text, and what is passed over.
extension InputReader {
    /// Begins a line of text; its first byte is not taken yet.
    mutating func beginBareLine() {
        text.begin(startLine: line, bytesMax: InputLimits.tokenBytesMax)
        state = .bareLine
    }

    /// Reads on as a line of text what began like a number or a literal.
    mutating func continueAsBareLine() {
        let begun = text.bytes
        beginBareLine()
        text.append(begun.span)
    }

    /// Reads a line of text up to its end or the end of the chunk.
    mutating func readBareLine(_ chunk: Span<UInt8>, _ index: inout Int) {
        let end = ByteScan.endOfLine(in: chunk, from: index)
        if end > index {
            text.append(chunk.extracting(index..<end))
            noteContent()
        }
        index = end
        if text.isTooLarge {
            fail(.tooLarge)
        } else if index < chunk.count {
            endBareLine()
        }
    }

    /// Says what a line of text is.
    mutating func endBareLine() {
        var bytes = text.end()
        while let last = bytes.last, isWhitespace(last) { bytes.removeLast() }
        state = .value
        if bytes.looksLikeToken {
            yield(.unrecognized(bytes), line: text.startLine)
        } else {
            let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
            refuse(isUTF8 ? .notJSON : .notUTF8, line: text.startLine)
        }
    }

    /// Passes over the rest of a line.
    mutating func skipLine(_ chunk: Span<UInt8>, _ index: inout Int) {
        index = ByteScan.endOfLine(in: chunk, from: index)
        if index < chunk.count { state = .value }
    }

    /// Takes a byte at the very start, where a byte order mark is passed over.
    mutating func readByteOrderMark(_ byte: UInt8, _ marksSeen: Int, _ index: inout Int) {
        guard byte == Self.byteOrderMark[marksSeen] else {
            return endByteOrderMark(after: marksSeen)
        }
        index += 1
        let isWhole = marksSeen + 1 == Self.byteOrderMark.count
        state = isWhole ? .value : .start(marksSeen: marksSeen + 1)
    }

    /// Goes on where no byte order mark stands after all, with the bytes of it that were there.
    mutating func endByteOrderMark(after marksSeen: Int) {
        state = .value
        guard marksSeen > 0 else { return }
        beginBareLine()
        text.append(Self.byteOrderMark.span.extracting(first: marksSeen))
        noteContent()
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

extension [UInt8] {
    /// Whether this may be a compact JWS, however malformed: base64url characters and dots, at
    /// least one dot, and neither a digit nor a minus first, as in a number.
    var looksLikeToken: Bool {
        guard let first, first != UInt8(ascii: "-"),
            first < UInt8(ascii: "0") || first > UInt8(ascii: "9")
        else { return false }
        return contains(UInt8(ascii: ".")) && allSatisfy(\.isBase64URLOrDot)
    }
}

extension UInt8 {
    fileprivate var isBase64URLOrDot: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }
}
