/// Strings, numbers and literals.
extension InputReader {
    /// Reads a string up to its end, an escape or the end of the chunk.
    mutating func readString(_ chunk: Span<UInt8>, _ index: inout Int) {
        noteContent()
        if text.checker.isComplete {
            let end = ByteScan.endOfPlainText(in: chunk, from: index)
            if end > index { text.append(chunk.extracting(index..<end)) }
            index = end
            guard index < chunk.count else { return }
        }
        let byte = chunk[index]
        guard byte < 0x80, text.checker.isComplete else {
            guard text.checker.accepts(byte) else { return fail(.notUTF8) }
            text.append(byte)
            index += 1
            return
        }
        switch byte {
        case UInt8(ascii: "\""):
            index += 1
            endString()
        case UInt8(ascii: "\\"):
            index += 1
            state = .escape
        default: failInString()
        }
    }

    /// A control character, most often the end of a line that was cut short.
    private mutating func failInString() {
        fail(frames.isEmpty && text.isTooLarge ? .tooLarge : .notJSON)
    }

    mutating func readEscape(_ byte: UInt8, _ index: inout Int) {
        state = .string
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            text.beginUnicodeEscape()
            state = .unicodeEscape
        default: return failInString()
        }
        index += 1
    }

    mutating func readUnicodeDigit(_ byte: UInt8, _ index: inout Int) {
        guard let isUnfinished = text.takeUnicodeDigit(byte) else { return failInString() }
        if !isUnfinished { state = .string }
        index += 1
    }

    private mutating func endString() {
        let bytes = text.end()
        if text.isKey, let last = frames.indices.last {
            frames[last].note(text.isTooLarge ? nil : InputKey(utf8: bytes))
            state = .colon
            return
        }
        endValue(isAccounted: account(string: bytes))
    }

    /// Hands out, keeps or refuses a string value; true if it was handed out or refused.
    private mutating func account(string bytes: [UInt8]) -> Bool {
        let place = place
        switch place {
        case .elsewhere: return false
        case .items: refuse(.notSignedData, line: text.startLine)
        case .values where brokenContainers > 0 && frames.isEmpty && !bytes.looksLikeToken:
            return false
        case _ where text.isTooLarge: refuse(.tooLarge, line: text.startLine)
        case .values where bytes.looksLikeToken:
            yield(.unrecognized(bytes), line: text.startLine)
        case _ where bytes.isEmpty, .values: refuse(.notSignedData, line: text.startLine)
        case .transactions: yield(.transaction(bytes, renewalInfo: nil), line: text.startLine)
        case .token(let key):
            if let last = frames.indices.last { frames[last].keep(bytes, of: key) }
            return false
        }
        return true
    }

    /// Begins a number or a literal; its first byte is not taken yet.
    mutating func beginScalar() {
        text.begin(startLine: line, bytesMax: InputLimits.scalarBytesMax)
        state = .scalar
    }

    mutating func readScalar(_ byte: UInt8, _ index: inout Int) {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"),
            UInt8(ascii: "."):
            guard text.bytes.count < InputLimits.scalarBytesMax else {
                return endScalar(before: byte)
            }
            noteContent()
            text.append(byte)
            index += 1
        default: endScalar(before: byte)
        }
    }

    /// Ends a number or literal in front of a byte, which stays unread, or at the end of the input.
    mutating func endScalar(before byte: UInt8?) {
        let isEnded = byte.map { isWhitespace($0) || isStructural($0) } ?? true
        guard isEnded && JSONScalar.isValid(text.bytes) else {
            if frames.isEmpty { continueAsBareLine() } else { fail(.notJSON) }
            return
        }
        let isDebris = frames.isEmpty && brokenContainers > 0
        let isAbsent = text.bytes.elementsEqual("null".utf8) && frames.last?.isObject == true
        let isRefused = place != .elsewhere && !isDebris && !isAbsent
        if isRefused { refuse(.notSignedData, line: text.startLine) }
        endValue(isAccounted: isRefused)
    }
}

/// Numbers and literals of JSON.
enum JSONScalar {
    /// Whether the bytes are a number, `true`, `false` or `null` (RFC 8259, sections 3 and 6).
    static func isValid(_ bytes: [UInt8]) -> Bool {
        bytes.elementsEqual("null".utf8) || bytes.elementsEqual("true".utf8)
            || bytes.elementsEqual("false".utf8) || isNumber(bytes)
    }

    private static func isNumber(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        removeFirst(of: "-", from: &rest)
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let digitCount = removeDigits(&rest)
        guard digitCount == 1 || digitCount > 1 && !startsWithZero else { return false }
        if removeFirst(of: ".", from: &rest), removeDigits(&rest) == 0 { return false }
        if removeFirst(of: "eE", from: &rest) {
            removeFirst(of: "+-", from: &rest)
            if removeDigits(&rest) == 0 { return false }
        }
        return rest.isEmpty
    }

    /// Removes the first byte if it is one of these characters; whether it was.
    @discardableResult
    private static func removeFirst(
        of characters: String, from rest: inout ArraySlice<UInt8>
    ) -> Bool {
        guard let first = rest.first, characters.utf8.contains(first) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Removes digits; how many they were.
    private static func removeDigits(_ rest: inout ArraySlice<UInt8>) -> Int {
        let count = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }.count
        rest = rest.dropFirst(count)
        return count
    }
}
