import Glibc

/// Why output could not be written.
enum ConsoleError: Error, Equatable {
    /// Nobody reads any more (`EPIPE`); the program ends without a word.
    case readerIsGone
    /// The system refused, most often because the disk is full (`ENOSPC`).
    case writeFailed(errno: Int32)
}

/// Where results, notes and errors go.
///
/// Results are buffered and every write of them is checked: a result that did not arrive is an
/// error. Notes and errors go to standard error at once, and nothing is done if that fails.
final class Console {
    /// How much of the results is held back: 64 KiB.
    private static let flushBytes = 64 * 1024

    /// Whether somebody watches standard error.
    let isErrorTerminal: Bool
    private var held: [UInt8] = []
    private let writeOutput: (Span<UInt8>) throws(ConsoleError) -> Void
    private let writeError: (String) -> Void

    /// A console with other ends than the process's own.
    init(
        isErrorTerminal: Bool = false,
        writeOutput: @escaping (Span<UInt8>) throws(ConsoleError) -> Void,
        writeError: @escaping (String) -> Void
    ) {
        self.isErrorTerminal = isErrorTerminal
        self.writeOutput = writeOutput
        self.writeError = writeError
    }

    /// The standard output and error of the process.
    static func standard() -> Console {
        Console(
            isErrorTerminal: isatty(STDERR_FILENO) == 1,
            writeOutput: { bytes throws(ConsoleError) in
                try FileDescriptorOutput.write(bytes, to: STDOUT_FILENO)
            },
            writeError: { text in
                let bytes = Array(text.utf8)
                try? FileDescriptorOutput.write(bytes.span, to: STDERR_FILENO)
            })
    }

    /// Writes bytes of a result.
    func write(_ bytes: Span<UInt8>) throws(ConsoleError) {
        unsafe bytes.withUnsafeBufferPointer { unsafe held.append(contentsOf: $0) }
        if held.count >= Self.flushBytes { try flush() }
    }

    /// Writes a line of a result.
    func print(_ line: String) throws(ConsoleError) {
        held.append(contentsOf: line.utf8)
        held.append(UInt8(ascii: "\n"))
        if held.count >= Self.flushBytes { try flush() }
    }

    /// Writes out the results that are held back.
    func flush() throws(ConsoleError) {
        guard !held.isEmpty else { return }
        let bytes = held
        held = []
        try writeOutput(bytes.span)
    }

    /// Tells the user something that is no result.
    func note(_ text: String) {
        writeError("ledgerctl: \(text)\n")
    }

    /// Shows text on standard error as it is, as a progress line does.
    func writeToError(_ text: String) {
        writeError(text)
    }
}

/// Writes to a file descriptor until all is written.
enum FileDescriptorOutput {
    static func write(_ bytes: Span<UInt8>, to descriptor: Int32) throws(ConsoleError) {
        var written = 0
        while written < bytes.count {
            let rest = bytes.extracting(written..<bytes.count)
            let count = unsafe rest.withUnsafeBufferPointer { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            }
            if count >= 0 {
                written += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: try waitUntilWritable(descriptor)
            case EPIPE: throw .readerIsGone
            case let code: throw .writeFailed(errno: code)
            }
        }
    }

    /// Waits for a descriptor that another process has made non-blocking.
    private static func waitUntilWritable(_ descriptor: Int32) throws(ConsoleError) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard unsafe poll(&entry, 1, -1) >= 0 || errno == EINTR else {
            throw .writeFailed(errno: errno)
        }
    }
}
