/// Finds the signed objects in bytes that arrive in chunks, whatever shape they stand in.
///
/// It takes, mixed freely: a bare token a line, the bodies of notifications, the answers of the App
/// Store Server API, JSON values one after the other (also with commas between them), arrays of
/// them and JSON Lines. Objects with signed data are found at any depth. What it holds is bounded
/// by ``InputLimits``, never by the length of the input: elements of an array are handed out as
/// they are read.
///
/// A line looks like a token if it consists of base64url characters and dots, has a dot, and is
/// not a number. It is handed on as ``SignedInput/unrecognized(_:)`` however many parts it has:
/// verification names what is wrong with it.
///
/// After a syntax error reading resumes at the next line. If the offending byte is the first on
/// its line, what broke is the value before it, and that line itself is read anew. An object that
/// breaks is refused as a whole; what was handed out of an array before the break stands.
struct InputReader {
    /// What the next byte belongs to.
    enum State {
        /// A byte order mark may begin here, of which that many bytes have been seen.
        case start(marksSeen: Int)
        case value, valueOrEnd
        case key, keyOrEnd, colon, afterMember
        case string, escape, unicodeEscape
        case scalar
        case bareLine, skippedLine
    }

    var state = State.start(marksSeen: 0)
    /// The open arrays and objects, outermost first.
    var frames: [InputFrame] = []
    /// The string, number or line that is being read, without escapes.
    var text = InputText()
    var elements: [InputElement] = []
    /// The line of the next byte, from 1.
    var line = 1
    /// Whether something other than whitespace stands on this line already.
    var lineHasContent = false
    /// The last line with something on it.
    var lastContentLine = 1
    /// How many arrays and objects begun on earlier lines a syntax error has left open.
    ///
    /// Their closing brackets, commas and unsigned strings still come, and are not refused again.
    var brokenContainers = 0

    /// Reads the next bytes of the input.
    ///
    /// - Returns: what is complete with them, in order.
    mutating func read(_ chunk: Span<UInt8>) -> [InputElement] {
        var index = 0
        while index < chunk.count {
            switch state {
            case .string: readString(chunk, &index)
            case .bareLine: readBareLine(chunk, &index)
            case .skippedLine: skipLine(chunk, &index)
            default: readByte(chunk[index], &index)
            }
        }
        defer { elements.removeAll() }
        return elements
    }

    /// Ends the input.
    ///
    /// - Returns: what only the end completes: a last line without a line end, a value cut short.
    mutating func finish() -> [InputElement] {
        if case .start(let marksSeen) = state { endByteOrderMark(after: marksSeen) }
        if frames.isEmpty, case .scalar = state { endScalar(before: nil) }
        if case .bareLine = state { endBareLine() }
        let isInString =
            switch state {
            case .string, .escape, .unicodeEscape: true
            default: false
            }
        if isInString || !frames.isEmpty {
            let isTooLarge = isInString && frames.isEmpty && text.isTooLarge
            refuse(isTooLarge ? .tooLarge : .cutShort, line: lastContentLine)
        }
        let rest = elements
        self = InputReader()
        return rest
    }

    /// Hands out an input.
    mutating func yield(_ input: SignedInput, line: Int) {
        elements.append(InputElement(line: line, content: .input(input)))
    }

    /// Hands out a refusal.
    mutating func refuse(_ reason: InputRefusal, line: Int) {
        elements.append(InputElement(line: line, content: .refused(reason)))
    }

    /// Refuses what is open and lets reading resume at the next line, or at this one if the
    /// offending byte, which has not been passed over yet, is the first on it.
    mutating func fail(_ reason: InputRefusal) {
        refuse(reason, line: lineHasContent ? line : lastContentLine)
        let broken = frames.count { $0.startLine < line }
        brokenContainers = min(brokenContainers + broken, InputLimits.nestingDepthMax)
        frames.removeAll()
        state = lineHasContent ? .skippedLine : .value
    }
}
