/// The walk over one line: its rows in the indexes against its events, and its head against a
/// replay.
struct LineWalk {
    let reader: LogReader
    /// The last event that is looked at.
    let last: UInt64
    /// Rows of `transactionLines` and `periodLines` that the lines so far account for.
    private(set) var transactionRowCount = 0
    /// Rows of `lines` that they account for.
    private(set) var lineRowCount = 0
    private(set) var periodRowCount = 0

    init(reader: LogReader, through last: UInt64) {
        self.reader = reader
        self.last = last
    }

    /// Adds what other lines account for.
    mutating func add(countsOf other: LineWalk) {
        transactionRowCount += other.transactionRowCount
        lineRowCount += other.lineRowCount
        periodRowCount += other.periodRowCount
    }

    /// The rows of `lines` that the events of a line account for.
    private struct Rows {
        /// In ascending order.
        var events: [EventRun] = []
        /// Holder and content holder by digest and date.
        var statements: [StatementKey: StatementHolders] = [:]
        var presenters: Set<UInt32> = []
        /// Accounts that presented the line after the last event that is looked at.
        var laterPresenters: Set<UInt32> = []

        /// How many rows they are.
        var count: Int { events.count + statements.count + presenters.count }

        var contents: [UInt64: UInt64] = [:]
        var transactions: Set<UInt64> = []
        var periods: Set<UInt64> = []

        /// So many events make the room for them worth letting go.
        private static let eventsHeldMax = 256

        /// Forgets everything; the room stays, because the next line is about as long.
        mutating func removeAll() {
            if events.count > Self.eventsHeldMax {
                self = Rows()
                return
            }
            events.removeAll(keepingCapacity: true)
            statements.removeAll(keepingCapacity: true)
            presenters.removeAll(keepingCapacity: true)
            laterPresenters.removeAll(keepingCapacity: true)
            contents.removeAll(keepingCapacity: true)
            transactions.removeAll(keepingCapacity: true)
            periods.removeAll(keepingCapacity: true)
        }

        mutating func addEvent(
            _ line: LineNumber, evidenceSequence: UInt64?, _ sequence: UInt64
        ) {
            if let newest = events.indices.last,
                events[newest].takeIn(line, evidenceSequence: evidenceSequence, sequence)
            {
                return
            }
            events.append(EventRun(line, evidenceSequence: evidenceSequence, sequence))
        }

        func has(_ row: EventRow) -> Bool {
            var (low, high) = (0, events.count)
            while low < high {
                let middle = (low + high) / 2
                if events[middle].row.first < row.first { low = middle + 1 } else { high = middle }
            }
            return low < events.count && events[low].row == row
        }
    }

    private var rows = Rows()

    private struct StatementKey: Hashable {
        let digest: UInt64
        let signedDate: Instant
    }

    /// Checks a line's rows in the indexes.
    ///
    /// - Returns: the fold of its events up to `position`, which are read here once for both.
    mutating func check(
        _ line: LineNumber, foldingThrough position: UInt64, report: inout VerificationReport,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> LineState? {
        rows.removeAll()
        var state: LineState?
        let sequences = try reader.eventSequences(of: line, through: .max, in: transaction)
        for sequence in sequences {
            let fields = try reader.lineEvent(sequence, in: transaction)
            if sequence <= position {
                if state == nil { state = LineState(line: line) }
                if NotificationLabel.acts(fields) {
                    // Its label stays in the head, with the text that a lean event leaves out.
                    state?.apply(
                        try reader.fields(sequence, in: transaction), sequence: sequence)
                } else {
                    state?.apply(fields, sequence: sequence)
                }
            }
            if sequence > last {
                if fields.kind == .presentation, let account = fields.account {
                    rows.laterPresenters.insert(account.number)
                }
                continue
            }
            // Of another line, it has no row here.
            if fields.line == line {
                rows.addEvent(line, evidenceSequence: fields.evidenceSequence, sequence)
            }
            try addStatements(of: fields, sequence, in: transaction)
            if fields.kind == .presentation, let account = fields.account {
                rows.presenters.insert(account.number)
            }
        }
        lineRowCount += rows.count
        transactionRowCount += rows.transactions.count
        periodRowCount += rows.periods.count
        if try !hasTheseRows(line, in: transaction) {
            report.add(.rowCountDiffers, nil, "lines: the rows of line \(line.number)")
        }
        return state
    }

    /// A statement has one row, that of the event that brought it first.
    private mutating func addStatements(
        of fields: LineEvent, _ sequence: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        if let transactionID = fields.transactionID, fields.kind != .finish {
            rows.transactions.insert(transactionID.bits)
        }
        if let lineItem = fields.webOrderLineItemID, lineItem.bits != 0 {
            rows.periods.insert(lineItem.bits)
        }
        func add(_ digest: UInt64, _ date: Instant?, content: UInt64) {
            let key = StatementKey(digest: digest, signedDate: date ?? .distantPast)
            let first = rows.contents[digest] ?? content
            rows.contents[digest] = first
            if rows.statements[key] == nil {
                rows.statements[key] = StatementHolders(holder: sequence, content: first)
            }
        }
        if let digest = fields.contentDigest {
            let isNotification = fields.kind == .notification
            let date =
                fields.signedDate ?? (isNotification ? fields.statedTransactionSignedDate : nil)
            add(digest, date, content: sequence)
        }
        let stated = [
            (fields.statedTransactionSequence, fields.statedTransactionSignedDate),
            (fields.statedRenewalInfoSequence, fields.statedRenewalInfoSignedDate),
        ]
        for case (let held?, let date) in stated where held < sequence {
            let content = try reader.lineEvent(held, in: transaction)
            guard let digest = content.contentDigest else { continue }
            add(digest, content.signedDate == nil ? nil : date, content: held)
        }
    }

    /// Whether the table has exactly these rows of the line.
    private func hasTheseRows(
        _ line: LineNumber,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Bool {
        var found = 0
        var isRight = true
        let prefix = LogKey.number(line.number)
        try reader.tables.lines.forEach(.prefix(prefix), in: transaction) { key, value in
            var reader = ByteReader(key.extracting(4..<key.byteCount))
            switch LogKey.LineRow(rawValue: try reader.read(UInt8.self)) {
            case .event:
                let sequence = try reader.read(UInt64.self).byteSwapped
                if sequence > last { return true }
                isRight = try isRight && rows.has(EventRow(first: sequence, decoding: value))
            case .statement:
                let digest = try reader.read(UInt64.self).byteSwapped
                let date = try reader.read(UInt64.self).byteSwapped ^ (1 << 63)
                let key = StatementKey(
                    digest: digest,
                    signedDate: Instant(millisecondsSince1970: Int64(bitPattern: date)))
                let holders = try StatementHolders(decoding: value)
                if max(holders.holder, holders.content) > last { return true }
                isRight = isRight && rows.statements[key] == holders
            case .presenter:
                let account = try reader.read(UInt32.self).byteSwapped
                let isEarlier = rows.presenters.contains(account)
                if !isEarlier, rows.laterPresenters.contains(account) { return true }
                isRight = isRight && isEarlier
            case nil: isRight = false
            }
            found += 1
            return isRight
        }
        return isRight && found == rows.count
    }
}
