/// The first bytes of a line and of what follows it, kept while the line may still be refused.
struct LineExcerpt {
    let line: Int
    private var bytes: [UInt8] = []
    /// How many of the bytes are the line's own; nil until it has ended.
    private var lineByteCount: Int?

    init(line: Int) { self.line = line }

    var isFull: Bool { bytes.count == QuarantineLimits.refusedBytesMax }

    /// Takes the next bytes as far as there is room.
    mutating func append(_ piece: Span<UInt8>) {
        let count = min(piece.count, QuarantineLimits.refusedBytesMax - bytes.count)
        if count > 0 { ByteScan.append(piece.extracting(first: count), to: &bytes) }
    }

    /// Ends the line, if it has not ended.
    mutating func endLine() {
        lineByteCount = lineByteCount ?? bytes.count
    }

    /// The line alone, without whitespace at its end.
    var ofLine: [UInt8] { Self.trimmed(bytes.prefix(lineByteCount ?? bytes.count)) }

    /// The line and what follows it so far, without whitespace at the end.
    var ofAll: [UInt8] { Self.trimmed(bytes[...]) }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var rest = bytes
        while let last = rest.last, last == 0x20 || (0x09...0x0D).contains(last) {
            rest.removeLast()
        }
        return Array(rest)
    }
}
