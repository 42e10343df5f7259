/// One thing found in a source: an input, or what is none, with an excerpt of it.
struct FoundInput: Sendable, Hashable {
    /// What was found.
    enum Content: Sendable, Hashable {
        case input(SignedInput)
        case refused(InputRefusal, excerpt: [UInt8])
    }

    /// The line on which it stands, as `InputElement` says.
    var line: Int
    var content: Content

    /// Bytes that it holds.
    var byteCount: Int {
        switch content {
        case .input(let input): input.byteCount
        case .refused(_, let excerpt): excerpt.count
        }
    }
}

/// Reads a source as `InputReader` does, and keeps an excerpt of what it refuses.
///
/// The excerpt of a syntax error is its line; of a JSON value that holds no signed data, its lines
/// from the first to the last. Either ends at ``QuarantineLimits/refusedBytesMax`` bytes.
///
/// What is found on a line is held back until the line has ended or its excerpt is full, so that
/// excerpts do not depend on how the bytes were cut into chunks.
struct ExcerptingReader {
    private var reader = InputReader()
    /// Of the lines that may still be refused, in order: those that the reader can name.
    private var excerpts: [LineExcerpt] = []
    private var heldBack: [InputElement] = []
    private var isAtLineStart = true

    /// Reads the next bytes of the source.
    ///
    /// - Returns: what is complete with them, in order.
    mutating func read(_ chunk: Span<UInt8>) -> [FoundInput] {
        var found: [FoundInput] = []
        var start = 0
        while start < chunk.count {
            let lineEnd = ByteScan.endOfLine(in: chunk, from: start)
            let end = min(lineEnd + 1, chunk.count)
            read(chunk.extracting(start..<end), endsLine: lineEnd < chunk.count, into: &found)
            start = end
        }
        return found
    }

    /// Ends the source.
    ///
    /// - Returns: what only the end completes.
    mutating func finish() -> [FoundInput] {
        heldBack += reader.finish()
        var found: [FoundInput] = []
        release(into: &found)
        self = ExcerptingReader()
        return found
    }

    /// Reads a piece of one line.
    private mutating func read(
        _ piece: Span<UInt8>, endsLine: Bool, into found: inout [FoundInput]
    ) {
        if isAtLineStart { excerpts.append(LineExcerpt(line: reader.line)) }
        for index in excerpts.indices { excerpts[index].append(piece) }
        heldBack += reader.read(piece)
        isAtLineStart = endsLine
        if endsLine, let last = excerpts.indices.last { excerpts[last].endLine() }
        if endsLine || excerpts.last?.isFull == true { release(into: &found) }
        if endsLine { forgetLines() }
    }

    private mutating func release(into found: inout [FoundInput]) {
        // A line may be refused thousands of times, so its refusals share one excerpt.
        var excerpt = (line: 0, isOfLine: false, bytes: [UInt8]())
        for element in heldBack {
            switch element.content {
            case .input(let input):
                found.append(FoundInput(line: element.line, content: .input(input)))
            case .refused(let reason):
                let isOfLine = reason.isSyntaxError
                if excerpt.line != element.line || excerpt.isOfLine != isOfLine {
                    let bytes = bytes(ofLine: element.line, alone: isOfLine)
                    excerpt = (element.line, isOfLine, bytes)
                }
                found.append(
                    FoundInput(
                        line: element.line, content: .refused(reason, excerpt: excerpt.bytes)))
            }
        }
        heldBack.removeAll()
    }

    private func bytes(ofLine line: Int, alone: Bool) -> [UInt8] {
        guard let excerpt = excerpts.last(where: { $0.line == line }) else { return [] }
        return alone ? excerpt.ofLine : excerpt.ofAll
    }

    /// Forgets the lines that the reader cannot name any more: all but those on which a value that
    /// is still open begins, and the last one with something on it.
    private mutating func forgetLines() {
        let last = reader.lastContentLine
        if reader.frames.isEmpty {
            excerpts.removeAll { $0.line != last }
        } else {
            excerpts.removeAll { excerpt in
                excerpt.line != last
                    && !reader.frames.contains { $0.startLine == excerpt.line }
            }
        }
    }
}

extension InputRefusal {
    /// Whether a place in a line is wrong, rather than a value that may have many lines.
    fileprivate var isSyntaxError: Bool {
        switch self {
        case .notJSON, .notUTF8, .cutShort, .tooLarge, .tooDeep: true
        case .notSignedData, .decodedPayload, .versionOneNotification, .apiError, .duplicateKey:
            false
        }
    }
}
