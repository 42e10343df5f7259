internal import Dispatch
internal import Foundation

extension TransactionLedger {
    /// Copies the ledger, as it stands at one moment, into a directory of its own.
    ///
    /// Writers and readers go on meanwhile. The copy is made beside the directory under another
    /// name, synchronized, opened once, and renamed: a directory of that name is a whole backup,
    /// whatever happens. It holds every event up to its last one, with evidence, quarantine and all
    /// else, and opens as a ledger.
    ///
    /// While it runs, pages that become free are not used again, so that the ledger's file may
    /// grow.
    ///
    /// - Parameters:
    ///   - path: the directory: new, or empty. What is to hold it must be there.
    ///   - progress: told now and then how many bytes are written, and how many there are at most.
    /// - Returns: what the backup holds.
    /// - Throws: `LedgerError.Code.invalidArgument` where the directory is not empty, or lies within the
    ///   ledger's; `StorageError`, `diskFull` among them; then nothing is left behind.
    /// - Complexity: O(bytes in use).
    public func backup(
        to path: String, progress: (_ bytes: Int, _ bytesMax: Int) -> Void = { _, _ in }
    ) throws -> BackupReport {
        let place = try BackupPlace(target: path, ofLedgerAt: environment.directory)
        do {
            let isCompacted = try copy(to: place.partial, progress: progress)
            try takeOverPermissions(of: "data.mdb", to: place.partial)
            var report = try Self.contents(of: place.partial)
            report.isCompacted = isCompacted
            let permissions = try FileStatus(path: environment.directory).permissions
            try place.publish(permissions: permissions)
            return report
        } catch {
            place.discard()
            throw error
        }
    }

    /// Copies without the free pages where LMDB can.
    ///
    /// - Returns: whether it could.
    private func copy(
        to directory: String, progress: (_ bytes: Int, _ bytesMax: Int) -> Void
    ) throws -> Bool {
        // A file that another process has grown is mapped anew by a transaction, not by a copy.
        try environment.read { _ in }
        do {
            try copy(to: directory, compacting: true, progress: progress)
            return true
        } catch StorageError.tableIncompatible {
            // What LMDB 0.9 says of a file in which pages belong to nobody (`mdb_env_copyfd1`).
            // A part of it may be there, and would be in the way.
            try? FileManager.default.removeItem(atPath: "\(directory)/data.mdb")
            try copy(to: directory, compacting: false, progress: progress)
            return false
        }
    }

    /// Copies on a thread of its own, and tells meanwhile how large the copy has become.
    private func copy(
        to directory: String, compacting: Bool, progress: (_ bytes: Int, _ bytesMax: Int) -> Void
    ) throws {
        let bytesMax = try environment.statistics().bytesUsed
        let outcome = CopyOutcome()
        let environment = environment
        DispatchQueue.global().async {
            do throws(StorageError) {
                try environment.copy(to: directory, compacting: compacting)
            } catch {
                outcome.failure.withLock { $0 = error }
            }
            outcome.ended.signal()
        }
        // The end is signalled; only the telling goes by time.
        while outcome.ended.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
            let bytes = (try? FileStatus(path: "\(directory)/data.mdb"))?.sizeBytes ?? 0
            progress(min(bytes, bytesMax), bytesMax)
        }
        if let failure = outcome.failure.withLock({ $0 }) { throw failure }
    }

    /// LMDB makes a copy that everyone may read; a backup is for those who may read the ledger.
    private func takeOverPermissions(of name: String, to directory: String) throws {
        let permissions = try FileStatus(path: "\(environment.directory)/\(name)").permissions
        guard unsafe chmod("\(directory)/\(name)", permissions) == 0 else {
            throw BackupPlace.failure("chmod", errno)
        }
    }

    /// Opens a copy and reads what it holds.
    private static func contents(of directory: String) throws -> BackupReport {
        let copy = try LMDBEnvironment.open(
            directory: directory, options: LMDBEnvironmentOptions(access: .readOnly))
        var report = BackupReport(sequence: 0, events: 0, bytes: 0, isCompacted: true)
        do {
            defer { copy.close() }
            guard let log = try copy.existingTable("log") else { throw StorageError.tableMissing }
            try copy.read { transaction in
                report.sequence =
                    try log.last(.all, in: transaction) { key, _ in
                        try LogReader.sequence(of: key)
                    } ?? 0
                report.events = UInt64(try log.count(in: transaction))
            }
        }
        // The locks of this opening are no part of a backup.
        try FileManager.default.removeItem(atPath: "\(directory)/lock.mdb")
        report.bytes = try FileStatus(path: "\(directory)/data.mdb").sizeBytes
        return report
    }
}

/// How a copy on another thread ended.
private final class CopyOutcome: Sendable {
    let failure = Lock<StorageError?>(nil)
    let ended = DispatchSemaphore(value: 0)
}
