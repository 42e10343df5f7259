/// One walk over the log that folds a part of the lines for the instant of a view.
struct LogFold {
    private let view: LedgerView
    private let part: LinePart
    private let lineCount: UInt32
    private let code: EnvironmentCode
    private let instant: Instant
    private let credited: CreditedProducts
    private var lines: [FoldedLine] = []
    private var actors: Set<IdentityNumber> = []
    private var nextSequence: UInt64 = 1
    private var space = TrimSpace()

    /// How many records one read transaction visits; a long-lived reader makes the file grow.
    static let recordsPerReadMax: UInt64 = 16_384

    init(_ view: LedgerView, _ part: LinePart, lineCount: UInt32) {
        self.view = view
        self.part = part
        self.lineCount = lineCount
        code = view.code
        instant = view.asOf
        credited = view.catalog.creditedProducts
        lines.reserveCapacity((Int(lineCount) + part.count - 1) / part.count)
    }

    /// Walks the log up to the view's last event.
    ///
    /// - Complexity: O(events of the log), in memory for the heads of the part's lines.
    static func fold(
        _ view: LedgerView, _ part: LinePart, lineCount: UInt32, isEncoded: Bool,
        in environment: LMDBEnvironment
    ) throws -> FoldedPart {
        var fold = LogFold(view, part, lineCount: lineCount)
        while fold.nextSequence <= view.sequence {
            try environment.read { transaction in try fold.readSome(in: transaction) }
        }
        return try fold.finish(isEncoded: isEncoded, in: environment)
    }

    private mutating func readSome(in transaction: borrowing LMDBReadTransaction) throws {
        let last = min(view.sequence, nextSequence + Self.recordsPerReadMax - 1)
        var batch = EventBatch()
        let log = view.reader.tables.log
        let pageSizeBytes = try log.pageSizeBytes(in: transaction)
        try log.withCursor(in: transaction) { cursor in
            // The first record of each page is sought, and those behind it are read where they lie:
            // where the next page is damaged it is an error, where going on ends the process.
            while nextSequence <= last {
                let key = CollectionOfOne(nextSequence.bigEndian)
                guard try cursor.seek(unsafe key.span.bytes),
                    try LogReader.sequence(of: cursor.key) == nextSequence
                else { return }
                try take(cursor.value, &batch)
                nextSequence += 1
                try cursor.forEachFollowingOnPage(ofBytes: pageSizeBytes) { key, record in
                    guard nextSequence <= last, LogReader.isKey(key, of: nextSequence) else {
                        return false
                    }
                    try take(record, &batch)
                    nextSequence += 1
                    return true
                }
            }
            apply(&batch)
        }
        guard nextSequence > last else {
            throw LedgerError(.damaged, "event \(nextSequence) is missing; restore a backup")
        }
    }

    private mutating func take(_ record: RawSpan, _ batch: inout EventBatch) throws {
        guard let place = RecordHead.place(of: record) else { throw RecordError.truncated }
        if place.line == 0 {
            if part.number == 0 { try takeActors(record) }
            return
        }
        guard let environment = EnvironmentCode(rawValue: place.environment) else {
            throw RecordError.unknownCode(place.environment)
        }
        guard environment == code, let index = part.index(of: place.line) else { return }
        guard place.line <= lineCount else {
            throw LedgerError(
                .damaged, "event \(nextSequence) is of an unknown line; restore a backup")
        }
        while lines.count <= index {
            lines.append(FoldedLine(line: part.line(at: lines.count)))
        }
        try batch.read(record, sequence: nextSequence, place: index)
        if batch.isFull { apply(&batch) }
    }

    private mutating func apply(_ batch: inout EventBatch) {
        batch.apply(to: &lines, at: instant, credited: credited, &space)
    }

    private mutating func takeActors(_ record: RawSpan) throws {
        var event = LineEvent()
        try LineEventDecoder.decode(record, into: &event)
        if let identity = event.account { actors.insert(identity) }
        if let identity = event.statedRenewalInfoAccount { actors.insert(identity) }
        if let identity = event.appTransaction { actors.insert(identity) }
    }

    /// Collects the heads; a line that needs its whole history is folded from its rows.
    private mutating func finish(
        isEncoded: Bool, in environment: LMDBEnvironment
    ) throws -> FoldedPart {
        var part = FoldedPart(isEncoded: isEncoded)
        part.actors = actors
        part.reserve(lineCount: lines.count)
        for index in lines.indices {
            guard lines[index].hasEvents else {
                part.append(self.part.line(at: index))
                continue
            }
            var head = lines[index].finish(at: instant, &space)
            if lines[index].needsWholeHistory {
                let line = self.part.line(at: index)
                let whole = try environment.read { try view.fullLine(line, in: $0) }
                head = whole ?? head
                head.trim(for: instant, &space)
            }
            let owner = view.owner(of: head, at: instant)
            part.append(consume head, owner: owner, mayCredit: lines[index].mayCredit)
        }
        return part
    }
}
