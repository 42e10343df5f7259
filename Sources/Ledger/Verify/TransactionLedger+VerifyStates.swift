/// Lines and accounts: the rows that find what belongs to them, and their live states.
extension TransactionLedger {
    /// Checks every line's rows and head, in short read transactions.
    func checkLines(
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
    func compareAccounts(
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

    /// Says which events no row of their line names.
    ///
    /// That there are some is told by the counts, so that no event need be looked up otherwise.
    func reportUnnamed(through last: UInt64, report: inout VerificationReport) throws {
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
