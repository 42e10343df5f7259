internal import CLMDB
internal import Foundation

extension LMDBEnvironment {
    /// Copies the newest snapshot into an empty directory, and makes the copy durable.
    ///
    /// The environment stays in use meanwhile. The copy is one long read: pages that are freed
    /// while it runs are not used again before it ends.
    ///
    /// - Parameters:
    ///   - directory: An empty directory, best on another disk.
    ///   - compacting: Leaves free pages out, and clears what no entry occupies: nothing of a deleted
    ///     row is in the copy. Slower, and a smaller file.
    /// - Throws: `copyTargetNotEmpty`, `diskFull`, and what else keeps the copy from being made.
    func copy(to directory: String, compacting: Bool) throws(StorageError) {
        guard try FileStatus(path: directory).isDirectory else { throw .notADirectory }
        unsafe try withPointer { (pointer) throws(StorageError) in
            unsafe try calls.envCopy(pointer, to: directory, compacting: compacting)
        }
        if compacting { try scrub("\(directory)/data.mdb") }
        // mdb_env_copy2 leaves the bytes in the page cache.
        try Self.synchronize("\(directory)/data.mdb")
        try Self.synchronize(directory)
    }

    private func scrub(_ path: String) throws(StorageError) {
        let pageSizeBytes = unsafe try withPointer { (pointer) throws(StorageError) in
            unsafe Int(try calls.envStat(pointer).ms_psize)
        }
        let descriptor = unsafe Foundation.open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unexpected(call: "open", code: errno) }
        defer { _ = Foundation.close(descriptor) }
        try LMDBCopyScrubber(file: descriptor, pageSizeBytes: pageSizeBytes).scrub()
    }

    /// Makes a file, or the names in a directory, outlive a crash of the machine.
    static func synchronize(_ path: String) throws(StorageError) {
        let descriptor = unsafe Foundation.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unexpected(call: "open", code: errno) }
        let code = fsync(descriptor) == 0 ? 0 : errno
        _ = Foundation.close(descriptor)
        if code != 0 { throw StorageError(systemCode: code, call: "fsync") }
    }
}
