import Foundation
import LedgerTesting
import Testing

@testable import Ledger

/// A ledger with events of every kind of evidence, and a key of its own.
struct AuditedLedger: Sendable {
    let whole: WholeLedger
    let key: CheckpointKey

    var ledger: TransactionLedger { whole.ledger }
    var directory: String { whole.directory.path }
    var keyPath: String { directory + "/ledger.key" }

    init() async throws {
        whole = try WholeLedger()
        key = try CheckpointKey.create(
            at: whole.directory.path + "/ledger.key", name: "example.com/ledger")
        try await ProvenLedger.fill(whole)
    }

    /// Opens the directory of a ledger that was closed.
    init(reopening other: AuditedLedger) throws {
        whole = try WholeLedger(reopening: other.whole)
        key = try CheckpointKey(at: other.keyPath)
    }

    /// Appends one event that the host makes.
    @discardableResult
    func append(_ name: String) async throws -> UInt64 {
        try await ledger.credit(
            1, of: "coins", to: .appAccountToken(UUID()), key: IdempotencyKey(name)
        ).sequence
    }

    func size() throws -> UInt64 { try ledger.statistics().events }

    /// Copies the store as a backup does; the ledger has to be closed.
    func copyStore(to name: String) throws {
        try FileManager.default.copyItem(atPath: whole.path, toPath: directory + "/" + name)
    }

    /// Puts a copy in the place of the store.
    func restoreStore(from name: String) throws {
        try FileManager.default.removeItem(atPath: whole.path)
        try FileManager.default.copyItem(atPath: directory + "/" + name, toPath: whole.path)
    }

    func kept() throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: key.keptCheckpointPath)))
    }

    func writeKept(_ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: key.keptCheckpointPath))
    }

    /// Writes the row of a stored checkpoint, with the right check value; nil removes it.
    func writeNote(size: UInt64, _ note: [UInt8]?) async throws {
        try await writeRow(
            size: size, note.map { try CheckedRow.encoded($0, key: LMDBKey(size)) })
    }

    /// Writes the row of a stored checkpoint as it is given.
    func writeRow(size: UInt64, _ bytes: [UInt8]?) async throws {
        try await ledger.writer.perform { batch, transaction in
            let table = batch.reader.tables.checkpoints
            if let bytes {
                try table.put(LMDBKey(size).bytes, bytes.bytes, in: transaction)
            } else {
                _ = try table.delete(LMDBKey(size).bytes, in: transaction)
            }
        }
    }
}
