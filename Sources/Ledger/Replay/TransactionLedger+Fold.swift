internal import Dispatch
internal import Foundation

/// How a replay divides its work.
struct ReplayDivision: Sendable {
    /// How many threads fold and answer.
    var workers: Int
    /// How many lines one walk over the log folds at most.
    var linesPerWalkMax = Self.linesPerWalkDefault

    /// Some 400 MB of states while a walk lasts.
    static let linesPerWalkDefault = 250_000

    /// As many threads as there are cores, unless a number is given.
    init(workers: Int? = nil) {
        self.workers = max(1, workers ?? ProcessInfo.processInfo.activeProcessorCount)
    }

    /// How many walks fold so many lines: as many for each thread.
    func partCount(lines: Int) -> Int {
        let walks = (lines + linesPerWalkMax - 1) / max(1, linesPerWalkMax)
        let busy = min(workers, max(1, lines))
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
        let parts = try Self.inParallel(division.workers, count: count) { number in
            try LogFold.fold(
                view, LinePart(number: number, count: count), lineCount: limit,
                isEncoded: count > division.workers, in: environment)
        }
        return view.frozen.with(FoldedHeads(parts))
    }

    /// Runs pieces of work on some threads, this one among them; the results in order.
    static func inParallel<Result: Sendable>(
        _ workers: Int, count: Int, _ work: @Sendable (Int) throws -> Result
    ) throws -> [Result] {
        if workers == 1 || count == 1 { return try (0..<count).map(work) }
        let results = Lock([Swift.Result<Result, any Error>?](repeating: nil, count: count))
        let threads = min(workers, count)
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            for number in stride(from: thread, to: count, by: threads) {
                let result = Swift.Result { try work(number) }
                results.withLock { $0[number] = result }
            }
        }
        return try results.withLock { $0 }.compactMap { try $0?.get() }
    }
}
