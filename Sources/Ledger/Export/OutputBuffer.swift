/// Collects what a writer writes and hands it on in large pieces.
///
/// It holds at most ``flushBytes`` and the longest single row, however much is written.
struct OutputBuffer {
    /// How much is collected before it is handed on: 64 KiB.
    static let flushBytes = 64 * 1024

    /// What has not been handed on yet.
    var bytes: [UInt8] = []
    private let write: (Span<UInt8>) throws -> Void

    /// A buffer in front of a sink.
    ///
    /// - Parameter write: takes the next bytes of the output; what it throws ends the writing.
    init(write: @escaping (Span<UInt8>) throws -> Void) {
        self.write = write
    }

    /// Hands on what has been collected if that is enough.
    mutating func flushIfFull() throws {
        if bytes.count >= Self.flushBytes { try flush() }
    }

    /// Hands on what has been collected.
    mutating func flush() throws {
        guard !bytes.isEmpty else { return }
        try write(bytes.span)
        bytes.removeAll(keepingCapacity: true)
    }
}

extension [UInt8] {
    /// Appends text whose bytes the program itself holds.
    mutating func append(literal text: StaticString) {
        text.withUTF8Buffer { unsafe append(contentsOf: $0) }
    }

    /// Appends bytes that are lent.
    mutating func append(_ span: Span<UInt8>) {
        unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
