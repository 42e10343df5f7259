/// How large a ledger is, and how it is used, at one moment.
public struct LedgerStatistics: Sendable, Hashable {
    /// The last event; also how many there are.
    public var events: UInt64
    /// When the last event was recorded.
    public var lastRecordedAt: Instant?
    /// Lines of purchases.
    public var lines: Int
    /// Accounts and Apple Accounts that were ever named and not erased.
    public var identities: Int
    /// Texts that the ledger numbered.
    public var symbols: Int
    /// Inputs whose signed bytes are kept.
    public var evidence: Int
    /// Distinct JWS headers, each kept once.
    public var headers: Int
    /// Refused inputs that are kept.
    public var quarantined: Int
    /// The last event that the live tables hold; they catch up before they answer.
    public var livePosition: UInt64
    /// The version of the fold.
    public var rules: Int
    /// The format of the ledger.
    public var format: Int
    /// Bytes of the file in use, free pages among them.
    public var usedBytes: Int
    /// The most that the file may grow to, in bytes.
    public var mapSizeBytes: Int
    /// Snapshots that are open now, over all processes.
    public var readersActive: Int
    /// How many commits the oldest open snapshot is behind.
    public var oldestReaderLagTransactions: Int

    /// The statistics as one JSON object in UTF-8.
    public var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("events", events)
            json.member("lastRecordedAt", lastRecordedAt)
            json.member("lines", lines)
            json.member("identities", identities)
            json.member("symbols", symbols)
            json.member("evidence", evidence)
            json.member("headers", headers)
            json.member("quarantined", quarantined)
            json.member("livePosition", livePosition)
            json.member("rules", rules)
            json.member("format", format)
            json.member("usedBytes", usedBytes)
            json.member("mapSizeBytes", mapSizeBytes)
            json.member("readersActive", readersActive)
            json.member("oldestReaderLagTransactions", oldestReaderLagTransactions)
        }
        return json.bytes
    }
}

extension TransactionLedger {
    /// How large the ledger is, and how it is used.
    ///
    /// - Throws: `StorageError`, `RecordError`.
    public func statistics() throws -> LedgerStatistics {
        let storage = try environment.statistics()
        return try environment.read { transaction in
            let tables = reader.tables
            return LedgerStatistics(
                events: try reader.lastSequence(in: transaction),
                lastRecordedAt: try reader.lastRecordedAt(in: transaction),
                lines: try tables.lineNumbers.count(in: transaction),
                identities: try tables.identities.count(in: transaction),
                symbols: try tables.symbols.count(in: transaction),
                evidence: try tables.evidence.count(in: transaction),
                headers: try tables.headers.count(in: transaction),
                quarantined: try tables.quarantine.count(in: transaction),
                livePosition: try live.position(in: transaction), rules: FoldRules.version,
                format: Int(Self.formatNumber), usedBytes: storage.bytesUsed,
                mapSizeBytes: storage.mapSizeBytes, readersActive: storage.readersActiveCount,
                oldestReaderLagTransactions: storage.oldestReaderLagTransactions)
        }
    }
}
