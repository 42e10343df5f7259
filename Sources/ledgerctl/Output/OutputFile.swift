import Glibc

/// A file that is whole or not there.
enum OutputFile {
    /// Who may use a file that is no secret, before the umask.
    static let sharedPermissions: mode_t = 0o666
    /// Who may use a secret.
    static let secretPermissions: mode_t = 0o600
    /// How many files of runs that were ended may lie in a directory before it has to be cleared.
    private static let partialCountMax = 1000

    /// Writes a file: under another name beside it, onto the disk, and then in its place.
    ///
    /// If `body` throws, what was there before stays. A device or a pipe is written to as it is,
    /// and a symbolic link stays one.
    static func replace<Answer>(
        _ path: String, permissions: mode_t = sharedPermissions,
        _ body: ((Span<UInt8>) throws -> Void) throws -> Answer
    ) throws -> Answer {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            return try make(path, permissions, isReplaced: false, body)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return try writeThrough(path, body) }
        return try make(
            try resolved(path), permissions & status.st_mode, isReplaced: true, body)
    }

    private static func make<Answer>(
        _ path: String, _ permissions: mode_t, isReplaced: Bool,
        _ body: ((Span<UInt8>) throws -> Void) throws -> Answer
    ) throws -> Answer {
        let directory = directory(of: path)
        let (descriptor, partial) = try openPartial(in: directory, for: path, permissions)
        do {
            // A file that takes the place of another is no more open than that, whatever the umask.
            if isReplaced && fchmod(descriptor, permissions) != 0 {
                let code = errno
                close(descriptor)
                throw CommandFailure.cannotWrite(path, errno: code)
            }
            let answer = try fill(descriptor, path, isSynchronized: true, body)
            guard unsafe rename(partial, path) == 0 else {
                throw CommandFailure.cannotWrite(path, errno: errno)
            }
            try synchronize(directory: directory)
            return answer
        } catch {
            _ = unsafe unlink(partial)
            throw error
        }
    }

    /// Opens a new file under a name that no run before has left behind.
    private static func openPartial(
        in directory: String, for path: String, _ permissions: mode_t
    ) throws(CommandFailure) -> (descriptor: Int32, path: String) {
        for number in 0..<partialCountMax {
            let partial = "\(directory)/.ledgerctl-\(getpid())-\(number).partial"
            let descriptor = unsafe open(
                partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
            if descriptor >= 0 { return (descriptor, partial) }
            guard errno == EEXIST else { throw .cannotWrite(path, errno: errno) }
        }
        throw .cannotWrite(path, errno: EEXIST)
    }

    private static func writeThrough<Answer>(
        _ path: String, _ body: ((Span<UInt8>) throws -> Void) throws -> Answer
    ) throws -> Answer {
        let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CommandFailure.cannotWrite(path, errno: errno) }
        return try fill(descriptor, path, isSynchronized: false, body)
    }

    /// Lets `body` write, and closes the descriptor in any case.
    private static func fill<Answer>(
        _ descriptor: Int32, _ path: String, isSynchronized: Bool,
        _ body: ((Span<UInt8>) throws -> Void) throws -> Answer
    ) throws -> Answer {
        let answer: Answer
        do {
            answer = try body { bytes in try write(bytes, to: descriptor, path) }
            if isSynchronized && fsync(descriptor) != 0 {
                throw CommandFailure.cannotWrite(path, errno: errno)
            }
        } catch {
            close(descriptor)
            throw error
        }
        // Some file systems tell of a full disk only now.
        guard close(descriptor) == 0 else {
            throw CommandFailure.cannotWrite(path, errno: errno)
        }
        return answer
    }

    private static func write(
        _ bytes: Span<UInt8>, to descriptor: Int32, _ path: String
    ) throws {
        do {
            try FileDescriptorOutput.write(bytes, to: descriptor)
        } catch ConsoleError.writeFailed(let code) {
            throw CommandFailure.cannotWrite(path, errno: code)
        }
    }

    /// Makes the new name outlive a crash of the machine.
    private static func synchronize(directory: String) throws(CommandFailure) {
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotWrite(directory, errno: errno) }
        defer { close(descriptor) }
        // Some file systems cannot synchronize a directory, and say so by EINVAL.
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw .cannotWrite(directory, errno: errno)
        }
    }

    /// The path behind symbolic links.
    private static func resolved(_ path: String) throws(CommandFailure) -> String {
        guard let found = unsafe realpath(path, nil) else {
            throw .cannotWrite(path, errno: errno)
        }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }

    private static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
