extension TransactionLedger {
    /// Checks everything against everything: records, numbers, indexes and evidence against the
    /// log, and the live tables against a replay of it.
    ///
    /// What is appended while it runs is left out; then rows are not counted, and the report says
    /// so. Damage is reported, not thrown.
    ///
    /// - Parameters:
    ///   - signatures: also verifies every signed input again, and reads every record's fields from
    ///     its signed bytes again.
    ///   - checkpoints: signed checkpoints that somebody kept; the log must begin with the events
    ///     that they state. The stored ones are always compared.
    ///   - threadCountMax: how many threads walk at once at most; as many as there are cores unless
    ///     given, and never more than 16. The findings and their order do not depend on it.
    ///   - progress: told now and then how many events of how many are done.
    /// - Returns: what was checked, and every damage.
    /// - Throws: `StorageError`, `VerificationFault` where a check could not be made.
    /// - Complexity: O(events), in memory for some lines, and a number for each account that events of
    ///   no line name.
    public func verify(
        signatures: Bool = false, checkpoints: [LedgerCheckpoint] = [],
        threadCountMax: Int = .max,
        progress: (_ done: UInt64, _ all: UInt64) -> Void = { _, _ in }
    ) throws -> VerificationReport {
        try verify(
            signatures: signatures, checkpoints: checkpoints, eventsPerPart: Self.itemsPerReadMax,
            by: ParallelParts(threadCountMax: threadCountMax), progress: progress)
    }

    /// Checks everything, so many events at a time.
    func verify(
        signatures: Bool, checkpoints: [LedgerCheckpoint] = [], eventsPerPart: Int,
        by parts: ParallelParts, progress: (_ done: UInt64, _ all: UInt64) -> Void = { _, _ in }
    ) throws -> VerificationReport {
        let start: LedgerCounters
        let unreadableSymbol: (any Error)?
        do {
            (start, unreadableSymbol) = try environment.read { transaction in
                var failure: (any Error)?
                do {
                    try symbols.update(from: reader.tables.symbols, in: transaction)
                } catch {
                    failure = error
                }
                return (try LedgerCounters(reader: reader, live: live, in: transaction), failure)
            }
        } catch {
            guard let report = VerificationReport(damage: error) else { throw error }
            return report
        }
        // A last key that is damaged must not make the walk look for so many events.
        let last = min(start.lastSequence, start.events)
        var log = try LogWalk(reader: reader)
        if let unreadableSymbol { try log.report.note(unreadableSymbol, at: nil) }
        try checkEvents(
            &log, signatures: signatures, through: last, perPart: UInt64(eventsPerPart), by: parts,
            progress: progress)
        let lines = try checkLines(&log, through: last, by: parts)
        if lines.events != log.counts.lineEventCount {
            try reportUnnamed(through: last, report: &log.report)
        }
        log.report.listChangedHeaders()
        try environment.read { transaction in
            try log.updateErasures(in: transaction)
            do {
                try log.checkRowCounts(through: last, lines: lines, in: transaction)
            } catch {
                try log.report.note(error, at: nil)
            }
        }
        var report = log.report
        start.compare(lines: log.lineCount, identities: log.identityCount, report: &report)
        try checkSettings(report: &report)
        try checkQuarantine(report: &report)
        try compareAccounts(log, through: last, by: parts, report: &report)
        try checkCheckpoints(checkpoints, report: &report)
        for checkpoint in checkpoints where !checkpoint.isSignatureChecked {
            report.openQuestions.append(
                "the signature of the checkpoint of \(checkpoint.size) events, so that anybody can have "
                    + "made it; give a verifier key")
        }
        if !report.hasCountedRows {
            let hasGrown = try environment.read { try reader.lastSequence(in: $0) } > last
            report.openQuestions.append(
                "whether tables have rows beside those of the log: "
                    + (hasGrown
                        ? "something came meanwhile; verify again"
                        : "the live tables do not end with it; rebuild, and verify again"))
        }
        return report
    }

    /// Checks every event and its evidence, in short read transactions.
    private func checkEvents(
        _ log: inout LogWalk, signatures: Bool, through last: UInt64, perPart size: UInt64,
        by parts: ParallelParts, progress: (_ done: UInt64, _ all: UInt64) -> Void
    ) throws {
        var suspectHeaders: Set<UInt32> = []
        try environment.read { transaction in
            try log.updateErasures(in: transaction)
            do {
                suspectHeaders = try log.checkHeaders(in: transaction)
            } catch {
                try log.report.note(error, at: nil)
            }
        }
        let (erasures, headers) = (log.erasures, suspectHeaders)
        try parts.walk(
            count: Int(clamping: (last + size - 1) / size),
            makeWorker: {
                try EventWalk(
                    reader: reader, verifier: signatures ? verifier : nil,
                    symbols: symbols.copied(), erasures: erasures, suspectHeaders: headers)
            },
            { [environment] worker, index in
                let start = UInt64(index) * size + 1
                return try environment.read { transaction in
                    try worker.walk(start...min(last, start + size - 1), in: transaction)
                }
            },
            take: { index, part in
                try log.add(part)
                try environment.read { transaction in
                    do {
                        try log.checkTree(in: transaction)
                    } catch {
                        try log.report.note(error, at: nil)
                    }
                }
                progress(min(last, UInt64(index + 1) * size), last)
            })
    }

    /// Checks what no event tells: the configuration, and the dictionary of the evidence.
    private func checkSettings(report: inout VerificationReport) throws {
        let meta = reader.tables.meta
        try environment.read { transaction in
            do {
                _ = try Self.configuration(meta, in: transaction)
            } catch let error as LedgerError where error.code == .damaged {
                report.add(.configurationDamaged, nil, error.description)
            }
            let key = LogKey.text("dictionary\(EvidenceDictionary.currentNumber)")
            let held = try meta.get(key.bytes, in: transaction) { [UInt8](copying: $0) }
            if held != EvidenceDictionary.first {
                report.add(
                    .dictionaryDiffers, nil, "dictionary \(EvidenceDictionary.currentNumber)")
            }
        }
    }
}
