/// The walk over the log, part by part in its order: what the parts found, and what only the events
/// before an event decide.
struct LogWalk {
    let reader: LogReader
    let hasher: SHA256
    var report = VerificationReport()
    /// The counts of all parts so far.
    private(set) var counts = LogPart()
    /// Brought up to date before the walk and behind it.
    private(set) var erasures = ErasureRecords()
    private(set) var lineCount: UInt32 = 0
    private(set) var identityCount: UInt32 = 0
    private(set) var symbolCount: UInt32 = 0
    private(set) var tree: TreeWalk
    private var lastRecordedAt = Instant.distantPast

    init(reader: LogReader) throws {
        hasher = try SHA256()
        self.reader = reader
        tree = TreeWalk(reader: reader, hasher: hasher)
    }

    /// Puts the next part behind the parts so far.
    mutating func add(_ part: LogPart) throws {
        var steps = part.steps[...]
        for (index, event) in part.events.enumerated() {
            while let first = steps.first, first.eventCount <= index {
                add(first.step)
                steps.removeFirst()
            }
            try add(event)
        }
        for (_, step) in steps { add(step) }
        report.merge(part.report)
        counts.add(countsOf: part)
    }

    private mutating func add(_ event: LogPart.Event) throws {
        if let leaf = event.leaf {
            do {
                try tree.add(leaf)
            } catch {
                try report.note(error, at: event.sequence)
            }
        }
        if event.recordedAt < lastRecordedAt {
            report.add(
                .recordedInstantGoesBack, event.sequence, "recorded before the event before it")
        }
        lastRecordedAt = event.recordedAt
        if let line = event.line { add(line, event.sequence) }
        // Its own definitions came before it; what a record defined that cannot be read is not known.
        if tree.isStopped { return }
        if event.identity > identityCount {
            report.add(
                .identityDiffers, event.sequence, "it names a customer before any definition")
        }
        if event.symbol >= BuiltInSymbols.firstFreeNumber + symbolCount {
            report.add(.symbolDiffers, event.sequence, "it names a text before any definition")
        }
    }

    private mutating func add(_ step: LogPart.Step) {
        switch step {
        case .damage(let damage): report.add(damage)
        case .unreadable: tree.stop()
        case .noLeaf(let detail, let sequence):
            if tree.isStopped { return }
            report.add(.symbolDiffers, sequence, detail)
            tree.stop()
        case .symbol(let symbol, let isHeld, let sequence):
            // Behind a record that cannot be read nobody knows how many there are.
            let isNext = symbol.number == BuiltInSymbols.firstFreeNumber + symbolCount
            if !isNext && !tree.isStopped || !isHeld {
                report.add(.symbolDiffers, sequence, "symbol \(symbol.number)")
            }
            symbolCount += 1
        case .identity(let identity, let sequence):
            identityCount += 1
            if identity.number != identityCount, !tree.isStopped {
                report.add(.identityDiffers, sequence, "customers are numbered out of order")
            }
        }
    }

    private mutating func add(_ line: LineNumber, _ sequence: UInt64) {
        guard line.number > lineCount else { return }
        // A number that is damaged must not make the walk look for so many lines.
        if line.number == lineCount + 1 {
            lineCount += 1
        } else if !tree.isStopped {
            report.add(.recordNotCanonical, sequence, "lines are numbered out of order")
        }
    }

    /// Takes in what was erased by now, and reports what of it cannot be read.
    mutating func updateErasures(
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        do {
            let unreadable = try erasures.update(from: reader, in: transaction)
            if let unreadable { throw unreadable }
        } catch {
            try report.note(error, at: nil)
        }
    }

    /// Compares the tree's stored hashes with those of the events so far.
    mutating func checkTree(in transaction: borrowing some LMDBTransaction & ~Copyable) throws {
        let last = try reader.lastSequence(in: transaction)
        try tree.compare(through: last, report: &report, in: transaction)
    }
}
