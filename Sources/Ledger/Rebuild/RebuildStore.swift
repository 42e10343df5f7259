internal import Foundation

/// The store in which a rebuild makes its tables: a directory within the ledger's, on the same disk
/// and with the same protection.
///
/// It is claimed by a file lock that ends with the process, so that what a killed rebuild left
/// behind is told from what another one is using.
struct RebuildStore {
    static let directoryName = "rebuild.partial"

    let environment: LMDBEnvironment
    let tables: LogTables
    let live: LiveTables
    private let directory: String
    /// The directory, open and locked.
    private let descriptor: Int32

    /// Makes an empty store; nothing of it is left where that fails.
    ///
    /// - Throws: `LedgerError.Code.invalidArgument` where another rebuild is at work or something else
    ///   has the directory's name, `StorageError`.
    @available(*, noasync)
    init(inLedgerAt path: String, mapSizeBytes: Int) throws {
        directory = "\(path)/\(Self.directoryName)"
        descriptor = try Self.claim(directory)
        var opened: LMDBEnvironment?
        do {
            try Self.empty(directory)
            var options = LMDBEnvironmentOptions(access: .readWrite(create: true))
            options.mapSizeBytes = mapSizeBytes
            environment = try LMDBEnvironment.open(directory: directory, options: options)
            opened = environment
            tables = try LogTables(opening: environment)
            live = try LiveTables(opening: environment, meta: tables.meta)
        } catch {
            opened?.close()
            Self.remove(directory, claimedBy: descriptor)
            throw error
        }
    }

    private static func claim(_ directory: String) throws -> Int32 {
        guard unsafe mkdir(directory, 0o700) == 0 || errno == EEXIST else {
            throw StorageError(systemCode: errno, call: "mkdir")
        }
        // Through a link, the store's emptying would delete what is elsewhere.
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe Foundation.open(directory, flags)
        guard descriptor >= 0 else {
            let code = errno
            guard code == ENOTDIR || code == ELOOP else {
                throw StorageError(systemCode: code, call: "open")
            }
            throw LedgerError(
                .invalidArgument,
                "\(directoryName) in the ledger's directory is no directory; move it elsewhere")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            guard code == EWOULDBLOCK else { throw StorageError(systemCode: code, call: "flock") }
            throw LedgerError(
                .invalidArgument, "another rebuild of this ledger is at work; wait for its end")
        }
        return descriptor
    }

    private static func empty(_ directory: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
            try FileManager.default.removeItem(atPath: "\(directory)/\(name)")
        }
    }

    /// Closes the store and removes all of it.
    func remove() {
        environment.close()
        Self.remove(directory, claimedBy: descriptor)
    }

    /// Removes the directory before another rebuild can claim it.
    private static func remove(_ directory: String, claimedBy descriptor: Int32) {
        try? FileManager.default.removeItem(atPath: directory)
        close(descriptor)
    }
}
