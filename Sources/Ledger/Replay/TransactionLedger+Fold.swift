/// How a replay divides its work.
struct ReplayDivision: Sendable {
    /// How many threads fold and answer.
    var workers: Int
    /// How many lines are folded at a time at most, by all threads together.
    var linesInHandMax = Self.linesInHandDefault

    /// Some 1 GB of states: more lines are folded in further walks over the log.
    static let linesInHandDefault = 500_000
    /// How many threads fold and answer at most: each reads the whole log.
    static let workersMax = ParallelParts.threadCountMax

    /// As many threads as there are cores, unless a number is given.
    init(workers: Int? = nil) {
        let wanted = workers ?? ParallelParts(threadCountMax: Self.workersMax).threadCount
        self.workers = max(1, min(wanted, Self.workersMax))
    }

    /// How many walks fold so many lines: as many for each thread.
    func partCount(lines: Int) -> Int {
        let busy = min(workers, max(1, lines))
        let linesPerWalk = max(1, linesInHandMax / busy)
        let walks = (lines + linesPerWalk - 1) / linesPerWalk
        return max(1, (walks + busy - 1) / busy) * busy
    }
}

extension TransactionLedger {
    /// The view with every line folded for its instant, so that answers need no history.
    ///
    /// - Complexity: O(events of the log) for each walk.
    func folded(_ view: LedgerView, _ division: ReplayDivision) throws -> LedgerView {
        let lineCount = try environment.read { transaction in
            try reader.tables.lineNumbers.count(in: transaction)
        }
        let count = division.partCount(lines: lineCount)
        let limit = UInt32(clamping: lineCount)
        let environment = environment
        let threads = ParallelParts(threadCountMax: division.workers)
        let parts = try threads.results(count: count) { number in
            try LogFold.fold(
                view, LinePart(number: number, count: count), lineCount: limit,
                isEncoded: count > division.workers, in: environment)
        }
        return view.frozen.with(FoldedHeads(parts))
    }
}
