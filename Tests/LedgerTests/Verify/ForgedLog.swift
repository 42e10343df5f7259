import LedgerTesting
import Testing

@testable import Ledger

/// A log with its evidence in memory, to be changed and written again as somebody would who knows the
/// format: sequences, seals and commitments are made anew.
struct ForgedLog {
    struct Event {
        /// Its sequence before; what else names it follows it to its new one.
        var old: UInt64
        var fields: EventFields
    }

    var events: [Event] = []
    /// By the old sequence of the input's first event.
    var evidence: [UInt64: EvidenceRow] = [:]

    init(_ ledger: TransactionLedger) throws {
        events = try ledger.environment.read { transaction in
            try (1...ledger.reader.lastSequence(in: transaction)).map { sequence in
                Event(old: sequence, fields: try ledger.reader.fields(sequence, in: transaction))
            }
        }
        for row in try Self.evidence(of: ledger) { evidence[row.sequence] = row.evidence }
    }

    /// The rows of evidence as they are kept, read by the page.
    static func evidence(
        of ledger: TransactionLedger
    ) throws -> [(sequence: UInt64, evidence: EvidenceRow)] {
        let compression = try EvidenceCompression(dictionary: EvidenceDictionary.first)
        var rows: [(sequence: UInt64, evidence: EvidenceRow)] = []
        try ledger.environment.read { transaction in
            try ledger.reader.tables.evidence.forEach(in: transaction) { key, sealed in
                let sequence = try LogReader.sequence(of: key)
                let content = try EvidenceSeal.content(of: sealed, at: sequence, hasher: SHA256())
                let read = try ReferenceEvidence([UInt8](copying: content), compression)
                var row = EvidenceRow(
                    Evidence(parts: []), isNotification: false,
                    headerNumbers: read.parts.map(\.headerNumber), salt: read.salt,
                    dictionaryNumber: EvidenceDictionary.currentNumber)
                row.signatures = read.parts.map(\.signature)
                row.payloads = read.parts.map { part in
                    PunchedPayload(
                        bytes: part.payload,
                        holes: part.holes.map {
                            EvidenceRow.Hole(offset: $0.offset, partIndex: $0.partIndex)
                        })
                }
                rows.append((sequence, row))
                return true
            }
        }
        return rows
    }

    /// Writes a row of evidence with its seal.
    static func put(
        _ row: EvidenceRow, at sequence: UInt64, into ledger: TransactionLedger,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        let compression = try EvidenceCompression(dictionary: EvidenceDictionary.first)
        var bytes = try row.encoded(compression)
        try EvidenceSeal.seal(&bytes, at: sequence, hasher: SHA256())
        let key = LMDBKey(sequence)
        try ledger.reader.tables.evidence.put(key.bytes, bytes.bytes, in: transaction)
    }

    // MARK: Changes

    /// Where the first event stands that is like this.
    func index(where isWanted: (EventFields) -> Bool) throws -> Int {
        try #require(events.firstIndex { isWanted($0.fields) })
    }

    /// Leaves an event out; what it defines, the next one defines.
    mutating func remove(at index: Int) {
        let removed = events.remove(at: index).fields
        guard events.indices.contains(index) else { return }
        if let symbols = removed.symbolDefinitions {
            events[index].fields.symbolDefinitions =
                symbols + (events[index].fields.symbolDefinitions ?? [])
        }
        if let identities = removed.identityDefinitions {
            events[index].fields.identityDefinitions =
                identities + (events[index].fields.identityDefinitions ?? [])
        }
    }

    /// Gives the row of an input one more part, which is no token.
    mutating func addJunk(to sequence: UInt64) {
        evidence[sequence]?.headerNumbers.append(1)
        evidence[sequence]?.signatures.append([1, 2, 3])
        evidence[sequence]?.payloads.append(PunchedPayload(whole: Array(#"{"junk":1}"#.utf8)))
    }

    /// Has the first part of a row whole, as if it carried nothing.
    mutating func fillHoles(at sequence: UInt64, of ledger: TransactionLedger) throws {
        let tokens = try ledger.environment.read { transaction in
            try #require(
                try EvidenceReader(tables: ledger.reader.tables)
                    .evidence(at: sequence, in: transaction)
            ).evidence.parts
        }
        evidence[sequence]?.payloads[0] = PunchedPayload(whole: tokens[0].payload)
    }

    // MARK: Written again

    /// Writes log and evidence in place of the ledger's; every other table is a rebuild's to make.
    func store(in ledger: TransactionLedger) throws {
        var sequences: [UInt64: UInt64] = [:]
        for (index, event) in events.enumerated() { sequences[event.old] = UInt64(index) + 1 }
        try ledger.environment.write { transaction in
            let tables = ledger.reader.tables
            try tables.log.removeAll(in: transaction)
            try tables.evidence.removeAll(in: transaction)
            for (old, row) in evidence {
                let sequence = try #require(sequences[old])
                try Self.put(row, at: sequence, into: ledger, in: transaction)
            }
            var stored = StoredEvidence(hasher: try SHA256())
            for (index, event) in events.enumerated() {
                var fields = event.fields
                fields.move(to: sequences)
                if let first = fields.evidenceSequence, let part = fields.evidencePart,
                    try EvidenceReader(tables: tables).read(&stored, at: first, in: transaction)
                {
                    let commitment = stored.commitment(ofPart: Int(part))
                    fields.evidenceDigest = Digest(bytes: commitment.bytes)
                }
                let key = LMDBKey(UInt64(index) + 1)
                let record = try RecordEncoder.encode(fields)
                try tables.log.put(key.bytes, record.bytes, in: transaction)
            }
        }
    }
}

extension EventFields {
    /// Names other events by their new sequences.
    fileprivate mutating func move(to sequences: [UInt64: UInt64]) {
        func moved(_ sequence: UInt64?) -> UInt64? { sequence.map { sequences[$0] ?? $0 } }
        evidenceSequence = moved(evidenceSequence)
        statedTransactionSequence = moved(statedTransactionSequence)
        statedRenewalInfoSequence = moved(statedRenewalInfoSequence)
        reversedSequence = moved(reversedSequence)
    }
}

extension LMDBTable {
    /// Deletes every row.
    fileprivate func removeAll(in transaction: borrowing LMDBWriteTransaction) throws {
        var keys: [[UInt8]] = []
        try forEach(in: transaction) { key, _ in
            keys.append([UInt8](copying: key))
            return true
        }
        for key in keys { _ = try delete(key.bytes, in: transaction) }
    }
}
