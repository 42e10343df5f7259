/// The structure of JSON (RFC 8259), one byte at a time.
extension InputReader {
    /// Takes a byte outside of strings and lines.
    ///
    /// It stays unread where it ends a scalar or cannot
    /// stand, so that the new state takes it.
    mutating func readByte(_ byte: UInt8, _ index: inout Int) {
        switch state {
        case .start(let marksSeen): return readByteOrderMark(byte, marksSeen, &index)
        case .escape: return readEscape(byte, &index)
        case .unicodeEscape: return readUnicodeDigit(byte, &index)
        case .scalar: return readScalar(byte, &index)
        default: break
        }
        switch byte {
        case UInt8(ascii: "\n"): endLine()
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
        default:
            guard readToken(byte) else { return }
            noteContent()
        }
        index += 1
    }

    /// Takes a byte that is not whitespace.
    ///
    /// - Returns: whether it was taken; if not, another state takes it.
    private mutating func readToken(_ byte: UInt8) -> Bool {
        switch state {
        case .value where frames.isEmpty: return readAtTop(byte)
        case .value: return readValue(byte)
        case .valueOrEnd:
            if byte == UInt8(ascii: "]") { return close() }
            return readValue(byte)
        case .keyOrEnd where byte == UInt8(ascii: "}"): return close()
        case .key, .keyOrEnd:
            guard byte == UInt8(ascii: "\"") else { return syntaxError() }
            text.begin(startLine: line, bytesMax: InputKey.bytesMax, isKey: true)
            state = .string
        case .colon:
            guard byte == UInt8(ascii: ":") else { return syntaxError() }
            state = .value
        case .afterMember: return readAfterMember(byte)
        default: return syntaxError()
        }
        return true
    }

    private mutating func readAfterMember(_ byte: UInt8) -> Bool {
        guard let frame = frames.last else { return syntaxError() }
        switch byte {
        case UInt8(ascii: ","):
            state = frame.isObject ? .key : .value
            return true
        case UInt8(ascii: "}") where frame.isObject, UInt8(ascii: "]") where !frame.isObject:
            return close()
        default: return syntaxError()
        }
    }

    private mutating func syntaxError() -> Bool {
        fail(.notJSON)
        return false
    }

    /// Takes the first byte of a value between values: of JSON, or of a line of text.
    private mutating func readAtTop(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): return readValue(byte)
        case UInt8(ascii: ","): return true
        case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"):
            guard brokenContainers > 0 else { break }
            if byte != UInt8(ascii: ":") { brokenContainers -= 1 }
            return true
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "t"),
            UInt8(ascii: "f"), UInt8(ascii: "n"):
            beginScalar()
            return false
        default: break
        }
        beginBareLine()
        return false
    }

    /// Takes the first byte of a JSON value.
    private mutating func readValue(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"): return open(isObject: true)
        case UInt8(ascii: "["): return open(isObject: false)
        case UInt8(ascii: "\""):
            let isKept = place != .elsewhere && place != .items
            text.begin(startLine: line, bytesMax: isKept ? InputLimits.tokenBytesMax : 0)
            state = .string
            return true
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "t"),
            UInt8(ascii: "f"), UInt8(ascii: "n"):
            beginScalar()
            return false
        default: return syntaxError()
        }
    }

    /// Where the value that is being read stands.
    var place: InputPlace { frames.last?.childPlace ?? .values }

    private mutating func open(isObject: Bool) -> Bool {
        guard frames.count < InputLimits.nestingDepthMax else {
            fail(.tooDeep)
            return false
        }
        frames.append(InputFrame(isObject: isObject, place: place, startLine: line))
        state = isObject ? .keyOrEnd : .valueOrEnd
        return true
    }

    private mutating func close() -> Bool {
        guard let frame = frames.popLast() else { return syntaxError() }
        let count = elements.count
        if !frame.hasDuplicateKey {
            for input in frame.inputs { yield(input, line: frame.startLine) }
        }
        var ended = frame
        ended.isAccounted = frame.isAccounted || elements.count > count
        ended.holdsNotification = frame.holdsNotification || frame.notification != nil
        if let refusal = ended.refusal {
            refuse(refusal, line: frame.startLine)
            ended.isAccounted = true
        }
        endValue(isAccounted: ended.isAccounted, holdsNotification: ended.holdsNotification)
        return true
    }

    /// Goes on behind a value.
    mutating func endValue(isAccounted: Bool, holdsNotification: Bool = false) {
        guard let last = frames.indices.last else {
            state = .value
            return
        }
        if isAccounted { frames[last].isAccounted = true }
        if holdsNotification { frames[last].holdsNotification = true }
        state = .afterMember
    }

    func isStructural(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"),
            UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\""):
            true
        default: false
        }
    }

    func isWhitespace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\n")
    }

    mutating func endLine() {
        line += 1
        lineHasContent = false
    }

    mutating func noteContent() {
        lineHasContent = true
        lastContentLine = line
    }
}
