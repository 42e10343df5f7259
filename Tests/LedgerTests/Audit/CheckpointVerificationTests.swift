import Testing

@testable import Ledger

@Suite("Checkpoints that verify compares")
struct CheckpointVerificationTests {
    /// Rewrites an event and everything that is made from it: the tree and the checkpoints.
    private func rewrite(
        _ sequence: UInt64, of audited: AuditedLedger,
        _ change: @Sendable @escaping (inout EventFields) -> Void
    ) async throws {
        let symbols = audited.ledger.symbols
        try await audited.ledger.writer.perform { batch, transaction in
            let reader = batch.reader
            let tables = reader.tables
            try symbols.update(from: tables.symbols, in: transaction)
            var fields = try reader.fields(sequence, in: transaction)
            change(&fields)
            let changed = try RecordEncoder.encode(fields)
            try tables.log.put(LMDBKey(sequence).bytes, changed.bytes, in: transaction)
            let hasher = try MerkleHasher()
            var leaf = EventLeaf(hasher: hasher)
            var appender = MerkleChunkAppender(size: 0, hasher: hasher)
            for number in 1...(try reader.lastSequence(in: transaction)) {
                let key = LMDBKey(number)
                let record = try tables.log.get(key.bytes, in: transaction) {
                    [UInt8](copying: $0)
                }
                let bytes = try #require(record)
                let hash = try leaf.hash(
                    record: bytes.bytes, fields: RecordDecoder.decode(bytes.bytes)
                ) { try symbols.heldText(of: $0) }
                try appender.append(hash) { _ in throw MerkleError.damagedTree }
            }
            try appender.flush { position, chunk, _ in
                let bytes = chunk.encoded
                try tables.tree.put(position.key.bytes, bytes.bytes, in: transaction)
            }
            for size in try reader.checkpointSizes(behind: nil, limit: 10, in: transaction) {
                _ = try tables.checkpoints.delete(LMDBKey(size).bytes, in: transaction)
            }
        }
    }

    @Test("A rewritten history is found by a checkpoint that was kept, and by nothing else")
    func rewritten() async throws {
        let audited = try await AuditedLedger()
        _ = try await audited.ledger.setPolicy("secondAccount", to: "transfer")
        let kept = try await audited.ledger.signCheckpoint(with: audited.key)
        try await audited.append("later")
        // What a backend says by itself nothing else tells.
        try await rewrite(kept.size, of: audited) { fields in
            fields.effectiveAt = fields.effectiveAt.advanced(byMilliseconds: -5)
        }
        #expect(try audited.ledger.verify(signatures: true).isIntact)
        let report = try audited.ledger.verify(checkpoints: [kept])
        #expect(report.damage.map(\.kind) == [.checkpointDiffers])
        #expect(report.damage.first?.detail.contains("another root") == true)
        await #expect(throws: AuditError(.historyDiffers, "")) {
            try await audited.ledger.signCheckpoint(with: audited.key)
        }
        await audited.ledger.close()
    }

    @Test("A log whose end is missing is found by a checkpoint that was kept")
    func cut() async throws {
        var audited = try await AuditedLedger()
        await audited.ledger.close()
        try audited.copyStore(to: "shorter")
        audited = try AuditedLedger(reopening: audited)
        try await audited.append("one")
        let kept = try await audited.ledger.signCheckpoint(with: audited.key)
        await audited.ledger.close()
        try audited.restoreStore(from: "shorter")
        audited = try AuditedLedger(reopening: audited)
        let report = try audited.ledger.verify(checkpoints: [kept])
        #expect(report.damage.map(\.kind) == [.checkpointDiffers])
        #expect(report.damage.first?.detail.contains("its end is missing") == true)
        await audited.ledger.close()
    }

    @Test("A stored checkpoint with any byte changed, cut or lengthened is damage")
    func stored() async throws {
        let audited = try await AuditedLedger()
        let signed = try await audited.ledger.signCheckpoint(with: audited.key)
        func damage() throws -> [VerificationReport.Damage] {
            var report = VerificationReport()
            try audited.ledger.checkCheckpoints([], report: &report)
            return report.damage
        }
        #expect(try damage() == [])
        for place in signed.note.indices {
            var changed = signed.note
            changed[place] ^= 1 << UInt8(place % 7)
            try await audited.writeNote(size: signed.size, changed)
            #expect(try !damage().isEmpty, "byte \(place)")
        }
        // A line of an unknown witness tells nothing: there the check value does.
        var note = signed.signedNote
        try note.add(NoteSupport.Witness().cosignature(of: note.text, seconds: 1))
        let row = try CheckedRow.encoded(note.bytes, key: LMDBKey(signed.size))
        try await audited.writeRow(size: signed.size, row)
        #expect(try damage() == [])
        for place in row.indices {
            var changed = row
            changed[place] ^= 1 << UInt8(place % 7)
            try await audited.writeRow(size: signed.size, changed)
            #expect(try damage().map(\.kind) == [.checkpointUnreadable], "byte \(place)")
        }
        for bytes in [[], Array(row.dropLast()), row + [10], signed.note] {
            try await audited.writeRow(size: signed.size, bytes)
            #expect(try damage().map(\.kind) == [.checkpointUnreadable])
        }
        let stranger = try NoteSupport.signer(seed: 9)
        let forged = try SignedNote(text: signed.signedNote.text, signedBy: stranger)
        try await audited.writeNote(size: signed.size, forged.bytes)
        #expect(try damage().map(\.kind) == [.checkpointSignatureInvalid])
        try await audited.writeNote(size: signed.size, signed.note)
        let name = LogKey.text("verifierKeys")
        let keys = try CheckedRow.encoded(Array("\(audited.key.verifierKey)\n".utf8), key: name)
        var rows = [[], try CheckedRow.encoded([], key: name)]
        rows.append(try CheckedRow.encoded(Array("no key\n".utf8), key: name))
        for place in keys.indices {
            var changed = keys
            changed[place] ^= 1 << UInt8(place % 7)
            rows.append(changed)
        }
        for row in rows {
            try await audited.ledger.writer.perform { batch, transaction in
                try batch.reader.tables.meta.put(name.bytes, row.bytes, in: transaction)
            }
            #expect(try damage().map(\.kind) == [.checkpointUnreadable])
        }
        await audited.ledger.close()
    }
}
