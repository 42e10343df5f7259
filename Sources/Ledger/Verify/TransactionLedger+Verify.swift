extension TransactionLedger {
    /// Checks everything against everything: records, numbers, indexes and evidence against the log,
    /// and the live tables against a replay of it.
    ///
    /// What is appended while it runs is left out; then rows are not counted, and the report says so.
    /// Damage is reported, not thrown.
    ///
    /// - Parameters:
    ///   - signatures: also verifies every signed input again, and reads every record's fields from
    ///     its signed bytes again.
    ///   - progress: told now and then how many events of how many are done.
    /// - Returns: what was checked, and every damage.
    /// - Throws: `StorageError`, `VerificationFault` where a check could not be made.
    /// - Complexity: O(events), in memory for one line, and a number for each account and line.
    public func verify(
        signatures: Bool = false, progress: (_ done: UInt64, _ all: UInt64) -> Void = { _, _ in }
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
        var log = try LogWalk(reader: reader, symbols: symbols)
        if let unreadableSymbol { try log.report.note(unreadableSymbol, at: nil) }
        var evidence = try EvidenceWalk(
            reader: reader, verifier: signatures ? verifier : nil, symbols: symbols)
        var next: UInt64 = 1
        while next <= last {
            let end = min(last, next + UInt64(Self.itemsPerReadMax) - 1)
            try environment.read { transaction in
                try updateErasures(of: &log, and: &evidence, in: transaction)
                for sequence in next...end {
                    do {
                        guard let fields = try log.check(sequence, in: transaction) else {
                            continue
                        }
                        try evidence.check(
                            fields, sequence, report: &log.report, in: transaction)
                    } catch {
                        try log.report.note(error, at: sequence)
                    }
                }
                do {
                    try log.checkTree(in: transaction)
                } catch {
                    try log.report.note(error, at: nil)
                }
            }
            progress(end, last)
            next = end + 1
        }
        let lines = try checkLines(&log, through: last)
        try environment.read { transaction in
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
        try compareAccounts(log, through: last, report: &report)
        return report
    }

    /// Tells both walks what erasures took away by the state that a transaction sees.
    private func updateErasures(
        of log: inout LogWalk, and evidence: inout EvidenceWalk,
        in transaction: borrowing LMDBReadTransaction
    ) throws {
        var unreadable: [any Error] = []
        do {
            if try log.erasures.update(
                from: reader, in: transaction, { unreadable.append($0) })
            {
                try evidence.adopt(log.erasures, in: transaction)
            }
        } catch {
            unreadable.append(error)
        }
        for error in unreadable { try log.report.note(error, at: nil) }
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
    private func checkLines(_ log: inout LogWalk, through last: UInt64) throws -> LineWalk {
        var lines = LineWalk(reader: reader, through: last)
        for number in 1..<(log.lineCount + 1) {
            let line = LineNumber(number: number)
            try environment.read { transaction in
                do {
                    try lines.check(line, report: &log.report, in: transaction)
                    try compareHead(of: line, &log.report, in: transaction)
                } catch {
                    try log.report.note(error, at: nil)
                }
            }
        }
        return lines
    }

    /// Compares a line's head with a replay of the events that the live tables hold by now.
    private func compareHead(
        of line: LineNumber, _ report: inout VerificationReport,
        in transaction: borrowing LMDBReadTransaction
    ) throws {
        report.states += 1
        let position = try live.position(in: transaction)
        let replayed = try reader.state(of: line, through: position, in: transaction)
        let key = LogKey.number(line.number)
        let held = try live.heads.get(key.bytes, in: transaction) { [UInt8](copying: $0) }
        if replayed?.trimmed().encoded() != held {
            report.add(.liveTableDiffers, nil, "the head of line \(line.number)")
        }
    }

    /// Compares the live accounts with a replay of the events that the live tables hold by now.
    private func compareAccounts(
        _ log: LogWalk, through last: UInt64, report: inout VerificationReport
    ) throws {
        var stateCount = 0
        for account in log.accounts.sorted() {
            try environment.read { transaction in
                do {
                    let isThere = try compare(account, &report, in: transaction)
                    stateCount += isThere ? 1 : 0
                } catch {
                    try report.note(error, at: nil)
                }
            }
        }
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
