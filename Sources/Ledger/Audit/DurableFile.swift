internal import Foundation

/// Small files that outlive a crash of the machine: whole or not there.
enum DurableFile {
    /// How much is read at once.
    private static let chunkBytes = 64 * 1024

    /// Makes a file that nobody else can read, where there is none; one that is there stays as it
    /// is.
    ///
    /// - Throws: `AuditError.Code.keyExists`, `AuditError.Code.fileFailed`,
    ///   `AuditError.Code.fileMissing` when there is no such directory.
    static func createSecret(at path: String, _ bytes: [UInt8]) throws(AuditError) {
        let partial = "\(path).\(getpid()).partial"
        try write(bytes, to: partial, permissions: 0o600, flags: O_EXCL)
        defer { _ = unsafe unlink(partial) }
        // Unlike rename(2), link(2) never takes the place of a file.
        guard unsafe link(partial, path) == 0 else {
            let code = errno
            if code == EEXIST {
                throw AuditError(
                    .keyExists,
                    "\(path) is there already, and a key is never written over; name another file")
            }
            throw failure("write", path, code)
        }
        try synchronizeDirectory(of: path)
    }

    /// Writes a file in the place of another.
    ///
    /// The caller sees to it that nobody else does so at the same time.
    ///
    /// - Throws: `AuditError.Code.fileFailed`, `AuditError.Code.fileMissing`.
    static func replace(_ path: String, _ bytes: [UInt8]) throws(AuditError) {
        let partial = "\(path).partial"
        // What a run that was ended has left.
        _ = unsafe unlink(partial)
        try write(bytes, to: partial, permissions: 0o644, flags: O_EXCL)
        guard unsafe rename(partial, path) == 0 else {
            let code = errno
            _ = unsafe unlink(partial)
            throw failure("write", path, code)
        }
        try synchronizeDirectory(of: path)
    }

    /// The bytes of a file; nil where there is none.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - bytesMax: where the file is longer, one byte more than this is returned.
    /// - Returns: the bytes.
    /// - Throws: `AuditError.Code.fileFailed`.
    static func contents(of path: String, bytesMax: Int) throws(AuditError) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("read", path, errno)
        }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: chunkBytes)
        while bytes.count <= bytesMax {
            let count = unsafe read(file, &chunk, chunkBytes)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("read", path, errno) }
            if count == 0 { return bytes }
            bytes += chunk.prefix(count)
        }
        return Array(bytes.prefix(bytesMax + 1))
    }

    /// The path behind symbolic links, so that a file has one path.
    static func resolved(_ path: String) throws(AuditError) -> String {
        guard let found = unsafe realpath(path, nil) else { throw failure("read", path, errno) }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }

    static func failure(_ verb: String, _ path: String, _ code: Int32) -> AuditError {
        let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        let isMissing = code == ENOENT || code == ENOTDIR
        return AuditError(
            isMissing ? .fileMissing : .fileFailed, "cannot \(verb) \(path): \(reason)")
    }

    private static func write(
        _ bytes: [UInt8], to path: String, permissions: mode_t, flags: Int32
    ) throws(AuditError) {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, permissions)
        guard file >= 0 else { throw failure("write", path, errno) }
        var failed: Int32 = 0
        var written = 0
        while written < bytes.count, failed == 0 {
            let rest = Array(bytes[written...])
            let count = unsafe Glibc.write(file, rest, rest.count)
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                failed = errno
            }
        }
        if failed == 0, fsync(file) != 0 { failed = errno }
        // Some file systems tell of a full disk only now.
        if close(file) != 0, failed == 0 { failed = errno }
        if failed != 0 {
            _ = unsafe unlink(path)
            throw failure("write", path, failed)
        }
    }

    /// Makes a new name outlive a crash.
    private static func synchronizeDirectory(of path: String) throws(AuditError) {
        let directory: String
        if let slash = path.lastIndex(of: "/") {
            directory = slash == path.startIndex ? "/" : String(path[..<slash])
        } else {
            directory = "."
        }
        let file = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { throw failure("write", directory, errno) }
        defer { close(file) }
        // Some file systems cannot synchronize a directory, and say so by EINVAL.
        guard fsync(file) == 0 || errno == EINVAL else { throw failure("write", directory, errno) }
    }
}

/// The right to use a file alone, over all processes (flock(2)).
struct FileLock: Sendable {
    private let file: Int32

    /// Waits until nobody else holds the file, without blocking a thread.
    ///
    /// - Throws: `AuditError.Code.keyBusy` after `AuditLimits.keyLockWaitMilliseconds`,
    ///   `AuditError.Code.fileMissing`, `AuditError.Code.fileFailed`, `CancellationError`.
    static func acquire(_ path: String) async throws -> FileLock {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw DurableFile.failure("read", path, errno) }
        let lock = FileLock(file: file)
        do {
            let pause = AuditLimits.keyLockPauseMilliseconds
            for _ in 0..<(AuditLimits.keyLockWaitMilliseconds / pause) {
                if flock(file, LOCK_EX | LOCK_NB) == 0 { return lock }
                guard errno == EWOULDBLOCK || errno == EINTR else {
                    throw DurableFile.failure("lock", path, errno)
                }
                try await Task.sleep(for: .milliseconds(pause))
            }
            throw AuditError(
                .keyBusy, "another process holds \(path); look what it does, then try again")
        } catch {
            lock.release()
            throw error
        }
    }

    /// Gives the file back; once.
    func release() { close(file) }
}
