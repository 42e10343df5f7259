/// Writes JSON Lines to a sink of bytes, in constant memory: an object a line, LF at its end.
package struct JSONLinesWriter {
    private var buffer: OutputBuffer
    private var line = JSONWriter()

    /// Begins with nothing.
    ///
    /// - Parameter write: takes the next bytes of the output.
    package init(write: @escaping (Span<UInt8>) throws -> Void) {
        buffer = OutputBuffer(write: write)
    }

    /// Writes a line with one object; if `members` throws, nothing of the line is written.
    ///
    /// - Parameter members: writes the members of the object.
    /// - Throws: what `members` or the sink throws.
    package mutating func write(_ members: (inout JSONWriter) throws -> Void) throws {
        line.removeAll()
        try line.object(members)
        buffer.bytes.append(contentsOf: line.bytes)
        buffer.bytes.append(UInt8(ascii: "\n"))
        try buffer.flushIfFull()
    }

    /// Hands on what is still held back; without it the end is missing.
    ///
    /// - Throws: what the sink throws.
    package mutating func finish() throws {
        try buffer.flush()
    }
}
