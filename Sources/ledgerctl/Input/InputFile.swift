import Glibc

/// A file that is read from its beginning; `-` is standard input.
struct InputFile: ~Copyable {
    /// The name of standard input.
    static let standardInput = "-"
    /// How much is read at once: 64 KiB.
    private static let chunkBytes = 64 * 1024
    /// The largest file that is read whole: 64 MiB.
    static let wholeBytesMax = 64 * 1024 * 1024

    private let path: String
    private let descriptor: Int32

    init(path: String) throws(CommandFailure) {
        let opened =
            path == Self.standardInput
            ? dup(STDIN_FILENO) : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { throw .cannotRead(path, errno: errno) }
        self.path = path
        descriptor = opened
    }

    deinit { close(descriptor) }

    /// The next bytes; none at the end.
    func nextChunk() throws(CommandFailure) -> [UInt8] {
        var failure: Int32 = 0
        let descriptor = descriptor
        let chunk = unsafe [UInt8](unsafeUninitializedCapacity: Self.chunkBytes) { buffer, count in
            var result = 0
            repeat {
                result = unsafe read(descriptor, buffer.baseAddress, buffer.count)
            } while result < 0 && errno == EINTR
            if result < 0 { failure = errno }
            count = max(0, result)
        }
        guard failure == 0 else { throw .cannotRead(path, errno: failure) }
        return chunk
    }

    /// The size of a file that has one; nil for a pipe or the like.
    ///
    /// Does not open the file, as the writer of a named pipe would see that.
    static func sizeBytes(of path: String) throws(CommandFailure) -> Int64? {
        var status = stat()
        let result =
            path == standardInput ? unsafe fstat(STDIN_FILENO, &status) : unsafe stat(path, &status)
        guard result == 0 else { throw .cannotRead(path, errno: errno) }
        if path != standardInput, unsafe access(path, R_OK) != 0 {
            throw .cannotRead(path, errno: errno)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return Int64(status.st_size)
        case S_IFDIR: throw .cannotRead(path, errno: EISDIR)
        default: return nil
        }
    }

    /// All bytes of a file that is not large.
    static func contents(of path: String) throws(CommandFailure) -> [UInt8] {
        let file = try InputFile(path: path)
        var bytes: [UInt8] = []
        while true {
            let chunk = try file.nextChunk()
            if chunk.isEmpty { return bytes }
            bytes += chunk
            guard bytes.count <= wholeBytesMax else {
                throw CommandFailure(
                    status: .answerIsNo,
                    message: "\(path) has more than \(wholeBytesMax) bytes; is it the right file?")
            }
        }
    }
}
