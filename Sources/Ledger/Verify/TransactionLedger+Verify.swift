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
        try environment.read { transaction in
            try log.updateErasures(in: transaction)
            do {
                try log.checkHeaders(in: transaction)
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
        return report
    }

    /// Checks every event and its evidence, in short read transactions.
    private func checkEvents(
        _ log: inout LogWalk, signatures: Bool, through last: UInt64, perPart size: UInt64,
        by parts: ParallelParts, progress: (_ done: UInt64, _ all: UInt64) -> Void
    ) throws {
        try environment.read { transaction in try log.updateErasures(in: transaction) }
        let erasures = log.erasures
        try parts.walk(
            count: Int(clamping: (last + size - 1) / size),
            makeWorker: {
                try EventWalk(
                    reader: reader, verifier: signatures ? verifier : nil,
                    symbols: symbols.copied(), erasures: erasures)
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

    /// Says which events no row of their line names.
    ///
    /// That there are some is told by the counts, so that no event need be looked up otherwise.
    private func reportUnnamed(through last: UInt64, report: inout VerificationReport) throws {
        var next: UInt64 = 1
        while next <= last {
            let part = next...min(last, next + UInt64(Self.itemsPerReadMax) - 1)
            try environment.read { transaction in
                for sequence in part {
                    do {
                        if try reader.isUnnamed(sequence, in: transaction) {
                            report.add(
                                .indexRowMissing, sequence, "an index does not name the event")
                        }
                    } catch {
                        try report.note(error, at: sequence)
                    }
                }
            }
            next = part.upperBound + 1
        }
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

    /// Checks every line's rows and head, in short read transactions.
    private func checkLines(
        _ log: inout LogWalk, through last: UInt64, by parts: ParallelParts
    ) throws -> LineCounts {
        let all = log.lineCount
        var lines = LineCounts()
        let size = Self.linesPerPart
        try parts.walk(
            count: (Int(all) + size - 1) / size,
            makeWorker: { LineWalk(reader: reader, through: last) },
            { walk, index in
                let first = UInt32(index * size)
                let part = (first..<min(all, first + UInt32(size))).map {
                    LineNumber(number: $0 + 1)
                }
                return try self.check(part, with: walk)
            },
            take: { _, part in
                log.report.merge(part.report)
                lines.add(part.lines)
            })
        return lines
    }

    /// Checks some lines at one state of the ledger.
    private func check(_ lines: [LineNumber], with walk: LineWalk) throws -> CheckedPart {
        var part = CheckedPart(report: VerificationReport())
        try environment.read { transaction in
            var position: UInt64 = 0
            do {
                position = try live.position(in: transaction)
            } catch {
                try part.report.note(error, at: nil)
            }
            for line in lines {
                do {
                    let head = try walk.check(
                        line, foldingThrough: position, report: &part.report, in: transaction)
                    try compare(head, ofLine: line, &part.report, in: transaction)
                } catch {
                    try part.report.note(error, at: nil)
                }
            }
        }
        part.lines = walk.takeCounts()
        return part
    }

    /// Lines or accounts that a thread checks before it takes others: 64.
    private static let linesPerPart = 64

    /// What some lines or accounts came to.
    private struct CheckedPart: Sendable {
        var report: VerificationReport
        var lines = LineCounts()
        /// Live states that are there.
        var stateCount = 0
    }

    /// Compares a line's head with a replay of the events that the live tables hold by now.
    private func compare(
        _ replayed: [UInt8]?, ofLine line: LineNumber, _ report: inout VerificationReport,
        in transaction: borrowing LMDBReadTransaction
    ) throws {
        report.states += 1
        let key = LogKey.number(line.number)
        let held = try live.heads.get(key.bytes, in: transaction) { [UInt8](copying: $0) }
        if replayed != held {
            report.add(.liveTableDiffers, nil, "the head of line \(line.number)")
        }
    }

    /// Compares the live accounts with a replay of the events that the live tables hold by now.
    private func compareAccounts(
        _ log: LogWalk, through last: UInt64, by parts: ParallelParts,
        report: inout VerificationReport
    ) throws {
        var stateCount = 0
        let accounts = log.counts.accounts.sorted()
        let size = Self.linesPerPart
        try parts.walk(
            count: (accounts.count + size - 1) / size, makeWorker: {},
            { _, index in
                var part = CheckedPart(report: VerificationReport())
                for account in accounts[(index * size)...].prefix(size) {
                    try self.environment.read { transaction in
                        do {
                            let isThere = try self.compare(account, &part.report, in: transaction)
                            part.stateCount += isThere ? 1 : 0
                        } catch {
                            try part.report.note(error, at: nil)
                        }
                    }
                }
                return part
            },
            take: { _, part in
                report.merge(part.report)
                stateCount += part.stateCount
            })
        try environment.read { transaction in
            guard try live.position(in: transaction) == last,
                try reader.lastSequence(in: transaction) == last
            else { return }
            report.hasCountedRows = true
            let counts = [
                (live.heads, Int(log.lineCount)), (live.accounts, stateCount),
            ]
            for (table, count) in counts where try table.count(in: transaction) != count {
                report.add(.liveTableDiffers, nil, "\(table.name): not \(count) rows")
            }
        }
    }

    /// Compares one account; true where the live tables hold it.
    private func compare(
        _ account: IdentityNumber, _ report: inout VerificationReport,
        in transaction: borrowing LMDBReadTransaction
    ) throws -> Bool {
        report.states += 1
        let position = try live.position(in: transaction)
        let replayed = try reader.account(account, through: position, in: transaction)
        let key = LogKey.number(account.number)
        let held = try live.accounts.get(key.bytes, in: transaction) { [UInt8](copying: $0) }
        if (replayed.isEmpty ? nil : replayed.encoded()) != held {
            report.add(.liveTableDiffers, nil, "account \(account.number)")
        }
        return held != nil
    }
}

extension LogReader {
    /// Whether an event is one of a line, and no row of the line names it.
    fileprivate func isUnnamed(
        _ sequence: UInt64, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Bool {
        let key = LMDBKey(sequence)
        let number = try tables.log.get(key.bytes, in: transaction) {
            RecordHead.place(of: $0)?.line
        }
        guard let number = number?.flatMap({ $0 }), number > 0 else { return false }
        return try eventRow(
            of: LineNumber(number: number), naming: sequence, in: transaction) == nil
    }
}
