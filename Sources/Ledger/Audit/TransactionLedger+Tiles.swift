internal import Foundation

/// What was written of a log as tiles.
public struct TilesReport: Sendable, Hashable {
    /// How many events the checkpoint states.
    public let size: UInt64
    /// Files with hashes that were written; full ones that were there already are left.
    public let tileCount: Int
    /// Files with entries that were written.
    public let bundleCount: Int
    /// Paths of files with entries that cannot be written, because an entry is longer than the form
    /// allows; the hashes of its leaves are in the tiles all the same.
    public let omittedBundles: [String]

    /// The report as one JSON object in UTF-8.
    public var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("size", size)
            json.member("tiles", tileCount)
            json.member("bundles", bundleCount)
            json.array("omittedBundles") { json in
                for path in omittedBundles { json.element(path) }
            }
        }
        return json.bytes
    }
}

extension TransactionLedger {
    /// Writes the log out as C2SP `tlog-tiles`, which other people's tools can check, or a web
    /// server serves as it is.
    ///
    /// Every entry is compared with its leaf, and the tree with the checkpoint. What an older
    /// checkpoint in the directory covers is left; the checkpoint is written last.
    ///
    /// - Parameters:
    ///   - path: the directory; made where it is missing.
    ///   - checkpoint: a checkpoint of this ledger; the newest stored one unless given.
    ///   - progress: told now and then how many events of how many are done.
    /// - Returns: what was written.
    /// - Throws: `AuditError` (`noCheckpoint`, `logIsShorter`, `historyDiffers`,
    ///   `directoryOfAnotherLog`, `invalidCheckpoint`), `LedgerError.Code.damaged`, `RecordError`,
    ///   `StorageError`, `CocoaError` where a file cannot be written.
    /// - Complexity: O(events behind the older checkpoint), in memory for 256 events.
    public func writeTiles(
        to path: String, at checkpoint: LedgerCheckpoint? = nil,
        progress: (_ done: UInt64, _ all: UInt64) -> Void = { _, _ in }
    ) throws -> TilesReport {
        let hasher = try MerkleHasher()
        let (note, size) = try environment.read { transaction in
            try symbols.update(from: reader.tables.symbols, in: transaction)
            let note = try checkpoint?.signedNote ?? newestNote(in: transaction)
            return (note, try checkedCheckpoint(note, hasher: hasher, in: transaction).size)
        }
        let writer = TileWriter(directory: URL(fileURLWithPath: path), size: size)
        do {
            let report = try writer.write(
                note,
                hash: { node in
                    try environment.read { transaction in
                        let last = try reader.lastSequence(in: transaction)
                        return try reader.treeHash(
                            of: node, size: last, hasher: hasher, in: transaction)
                    }
                },
                leafInput: { index in
                    progress(index, size)
                    return try environment.read { transaction in
                        try reader.leaf(
                            of: index + 1, symbols: symbols, hasher: hasher, in: transaction
                        ).input
                    }
                })
            return TilesReport(
                size: size, tileCount: report.tileCount, bundleCount: report.bundleCount,
                omittedBundles: report.omittedBundles.map {
                    $0.components.joined(separator: "/")
                })
        } catch ProofError.directoryOfAnotherLog {
            throw AuditError(
                .directoryOfAnotherLog, ProofError.directoryOfAnotherLog.description)
        } catch let error as NoteError {
            throw AuditError.translated(error, of: "\(path)/checkpoint")
        }
    }
}
