/// How many rows lines account for.
struct LineCounts: Sendable {
    /// Events that rows of their line name.
    var events: UInt64 = 0
    /// Rows of `lines`.
    var lineRows = 0
    /// Rows of `transactionLines`.
    var transactionRows = 0
    /// Rows of `periodLines`.
    var periodRows = 0
    /// Rows of `customers` that name a line.
    var customerRows = 0

    /// Adds what other lines account for.
    mutating func add(_ other: LineCounts) {
        events += other.events
        lineRows += other.lineRows
        transactionRows += other.transactionRows
        periodRows += other.periodRows
        customerRows += other.customerRows
    }
}

/// The walk of one thread over lines: the rows of each in the indexes against its events, and the
/// fold of these.
///
/// What an event shares with others of its line is checked here once, and not where the log is
/// walked.
///
/// A class, so that a look into one of its lists counts no references of the others. For one thread
/// at a time.
final class LineWalk {
    let reader: LogReader
    /// The last event that is looked at.
    let last: UInt64
    private(set) var counts = LineCounts()
    private var held = LineRows()
    private var account = LineAccount()
    private var event = LineEvent()
    /// The line's last notification that says that a refund was taken back.
    private var reversingNotification: UInt64?
    private var space = TrimSpace()

    init(reader: LogReader, through last: UInt64) {
        self.reader = reader
        self.last = last
    }

    /// Hands out what the lines since the last time account for.
    func takeCounts() -> LineCounts {
        defer { counts = LineCounts() }
        return counts
    }

    /// Checks a line's rows in the indexes.
    ///
    /// - Returns: the head that its events up to `position` make, which are read here once for both;
    ///   nil where there are none.
    func check(
        _ line: LineNumber, foldingThrough position: UInt64, report: inout VerificationReport,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> [UInt8]? {
        account.removeAll()
        reversingNotification = nil
        try held.read(line, of: reader.tables.lines, in: transaction)
        var state: LineState?
        // The line up to the position, where events come behind that.
        var cut: LineState??
        for row in held.events {
            for sequence in row.sequences {
                let environment = try read(sequence, in: transaction)
                if sequence > position, cut == nil { cut = .some(state) }
                if sequence <= max(position, last) {
                    checkReversal(sequence, state, report: &report)
                    try fold(sequence, of: line, into: &state, in: transaction)
                }
                try take(sequence, environment, of: line, in: transaction)
            }
        }
        try checkRows(line, report: &report, in: transaction)
        if let cut { state = cut }
        guard case .some(var head) = consume state else { return nil }
        head.trim(&space)
        return head.encoded()
    }

    /// Reads the next event, and says in which environment it is.
    private func read(
        _ sequence: UInt64, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> EnvironmentCode {
        let key = LMDBKey(sequence)
        var failure: RecordError?
        let code = try reader.tables.log.get(key.bytes, in: transaction) { record -> UInt8? in
            do throws(RecordError) {
                try LineEventDecoder.decode(record, into: &event)
            } catch {
                failure = error
            }
            return RecordHead.place(of: record)?.environment
        }
        if let failure {
            throw LedgerError(.damaged, "event \(sequence) of the table log: \(failure)")
        }
        guard let code = code?.flatMap({ EnvironmentCode(rawValue: $0) }) else {
            throw LedgerError(.damaged, "event \(sequence) is missing; restore a backup")
        }
        return code
    }

    /// Whether a transaction is called a reversal exactly where it takes back a revocation: one that
    /// the line holds, or one that its notification speaks of.
    private func checkReversal(
        _ sequence: UInt64, _ state: borrowing LineState?, report: inout VerificationReport
    ) {
        switch event.kind {
        case .notification where event.notificationType == BuiltInSymbols.refundReversed:
            reversingNotification = sequence
        case .transaction, .renewal, .reversal:
            var isReversal = reversingNotification.map { $0 == event.evidenceSequence } ?? false
            if !isReversal, let key = PurchaseKey(event), let signedDate = event.signedDate {
                isReversal = state?.isRevoked(key, before: signedDate) ?? false
            }
            if isReversal != (event.kind == .reversal) {
                report.add(
                    .recordNotCanonical, sequence, "its line says otherwise of a reversal")
            }
        default: return
        }
    }

    private func fold(
        _ sequence: UInt64, of line: LineNumber, into state: inout LineState?,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        if state == nil { state = LineState(line: line) }
        if NotificationLabel.acts(event) {
            // Its label stays in the head, with the text that a lean event leaves out.
            state?.apply(try reader.fields(sequence, in: transaction), sequence: sequence)
        } else {
            state?.apply(event, sequence: sequence)
        }
    }

    /// Takes in what the event accounts for.
    private func take(
        _ sequence: UInt64, _ environment: EnvironmentCode, of line: LineNumber,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        if sequence > last {
            if event.kind == .presentation, let account = event.account {
                self.account.laterPresenters.insert(account.number)
            }
            return
        }
        if event.line == line { counts.events += 1 }
        account.add(event, environment, of: line, sequence)
        try addStated(
            event.statedTransactionSequence, event.statedTransactionSignedDate, by: sequence,
            in: transaction)
        try addStated(
            event.statedRenewalInfoSequence, event.statedRenewalInfoSignedDate, by: sequence,
            in: transaction)
    }

    private func addStated(
        _ held: UInt64?, _ date: Instant?, by sequence: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        guard let held, let date, held < sequence else { return }
        let digest =
            try account.content(of: held) ?? reader.lineEvent(held, in: transaction).contentDigest
        guard let digest else { return }
        account.addStated(digest, date, by: sequence, content: held)
    }
}

// MARK: - Against the tables

extension LineWalk {
    private func checkRows(
        _ line: LineNumber, report: inout VerificationReport,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        let statements = account.statements { sequence in
            report.add(.indexRowMissing, sequence, "its statement is not found")
        }
        counts.lineRows += account.events.count + statements.count + account.presenters.count
        let identifiers = account.identifierCounts()
        counts.transactionRows += identifiers.transactions
        counts.periodRows += identifiers.periods
        if !hasEventRows || !hasPresenters || !hasStatements(statements) || held.hasUnknown {
            report.add(.rowCountDiffers, nil, "lines: the rows of line \(line.number)")
            reportMissing(statements, report: &report)
        }
        try checkCustomers(of: line, report: &report, in: transaction)
        try checkOriginals(of: line, report: &report, in: transaction)
    }

    /// Whether the line has exactly the rows of events that its events account for.
    private var hasEventRows: Bool {
        var found = 0
        for row in held.events where row.first <= last {
            guard found < account.events.count, account.events[found].row == row else {
                return false
            }
            found += 1
        }
        return found == account.events.count
    }

    private var hasPresenters: Bool {
        var found = 0
        for presenter in held.presenters {
            if account.presenters.contains(presenter) {
                found += 1
            } else if !account.laterPresenters.contains(presenter) {
                return false
            }
        }
        return found == account.presenters.count
    }

    /// Whether the line has exactly these rows of statements; both are in the order of the keys.
    private func hasStatements(_ statements: [LineStatement]) -> Bool {
        var found = 0
        for row in held.statements {
            if max(row.holders.holder, row.holders.content) > last { continue }
            guard found < statements.count, statements[found] == row else { return false }
            found += 1
        }
        return found == statements.count
    }

    /// Says which statements have no row, or another one.
    private func reportMissing(
        _ statements: [LineStatement], report: inout VerificationReport
    ) {
        let rows = Set(held.statements)
        for statement in statements where !rows.contains(statement) {
            report.add(
                .indexRowMissing, statement.holders.holder, "its statement is not found")
        }
    }

    /// Whether each customer of the line is found to have it.
    private func checkCustomers(
        of line: LineNumber, report: inout VerificationReport,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        let customers = account.distinctCustomers()
        counts.customerRows += customers.count
        for customer in customers {
            var key = LogKey.customer(customer.identity, .line)
            key.append(bigEndian: line.number)
            if try !reader.tables.customers.contains(key.bytes, in: transaction) {
                report.add(
                    .indexRowMissing, customer.sequence, "an index does not name the event")
            }
        }
    }

    /// Whether each `originalTransactionId` of the line's transactions is that of the line.
    private func checkOriginals(
        of line: LineNumber, report: inout VerificationReport,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        for original in account.originals {
            let key = LogKey.storeIdentifier(
                original.environment, original.identifier, original.bundle)
            let number = try reader.tables.lineNumbers.number(
                key.bytes, as: UInt32.self, in: transaction)
            if number != line.number {
                report.add(.indexRowMissing, original.sequence, "its line is not found")
            }
        }
    }
}
