internal import Dispatch
internal import Glibc

/// Parts of a walk that do not depend on each other, walked by several threads.
///
/// A thread has a worker of its own. A round of parts is walked at a time, and handed on in order
/// while the next one is walked, so that no more than two rounds are held in memory.
struct ParallelParts {
    /// How many threads walk at most: 16.
    ///
    /// More than a disk has use for, and each has buffers of its own.
    static let threadCountMax = 16
    /// Parts of a round for each of several threads: so many that they seldom wait for the slowest.
    ///
    /// A single thread walks one part at a time.
    private static let partsPerThread = 4

    let threadCount: Int

    /// As many threads as there are cores, up to the given number and `threadCountMax`.
    init(threadCountMax: Int) {
        let coreCount = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        threadCount = max(1, min(coreCount, threadCountMax, Self.threadCountMax))
    }

    /// Walks parts and takes in what they came to, in their order.
    ///
    /// - Parameters:
    ///   - count: how many parts there are.
    ///   - makeWorker: makes the worker of a thread.
    ///   - walk: walks one part; called by several threads at once, each with its own worker.
    ///   - take: takes in what a part came to; called by the calling thread, in the order of parts.
    /// - Throws: what the first of them throws that fails; the round behind it is walked then too.
    func walk<Worker, Part: Sendable>(
        count: Int, makeWorker: () throws -> Worker,
        _ walk: @escaping (inout Worker, Int) throws -> Part, take: (Int, Part) throws -> Void
    ) throws {
        var lanes: [Lane<Worker, Part>] = []
        for _ in 0..<min(threadCount, count) { lanes.append(Lane(try makeWorker(), walk)) }
        let roundCount = threadCount == 1 ? 1 : threadCount * Self.partsPerThread
        try withoutActuallyEscaping(take) { take in
            let taker = Taker(take)
            for start in stride(from: 0, to: count, by: roundCount) {
                let round = Round<Part>(start..<min(count, start + roundCount))
                let lanes = lanes
                DispatchQueue.concurrentPerform(iterations: lanes.count) { index in
                    // One of the threads that walk is the calling one: it takes in the round
                    // before, while the others have begun with this one.
                    taker.takeRound()
                    lanes[index].walk(round)
                }
                taker.takeRound()
                if let failure = taker.failure { throw failure }
                taker.round = round
            }
            taker.takeRound()
            if let failure = taker.failure { throw failure }
        }
    }

    /// Does work for each part, and puts the results in the order of the parts.
    ///
    /// - Throws: what the first of them throws that fails.
    func results<Part: Sendable>(
        count: Int, _ work: @escaping (Int) throws -> Part
    ) throws -> [Part] {
        var parts: [Part] = []
        parts.reserveCapacity(count)
        try walk(
            count: count, makeWorker: {}, { _, index in try work(index) },
            take: { _, part in parts.append(part) })
        return parts
    }

    /// A thread's worker.
    private final class Lane<Worker, Part: Sendable>: @unchecked Sendable {
        // @unchecked Sendable because one thread at a time walks with it.
        private var worker: Worker
        private let walkPart: (inout Worker, Int) throws -> Part

        init(_ worker: Worker, _ walkPart: @escaping (inout Worker, Int) throws -> Part) {
            self.worker = worker
            self.walkPart = walkPart
        }

        /// Walks parts of a round until none is left.
        func walk(_ round: Round<Part>) {
            while let index = round.next() {
                round.finish(index, Result { try walkPart(&worker, index) })
            }
        }
    }

    /// Takes in the parts of a round, on the thread that made it.
    private final class Taker<Part: Sendable>: @unchecked Sendable {
        // @unchecked Sendable because it does nothing on any other thread.
        private let thread = pthread_self()
        private let take: (Int, Part) throws -> Void
        /// A round that was walked and is not taken in yet.
        var round: Round<Part>?
        private(set) var failure: (any Error)?

        init(_ take: @escaping (Int, Part) throws -> Void) { self.take = take }

        /// Takes in the round, if there is one; a part or its intake that fails ends it.
        func takeRound() {
            guard pthread_equal(pthread_self(), thread) != 0, let round else { return }
            self.round = nil
            do {
                for (index, part) in zip(round.range, round.parts) {
                    if let part { try take(index, try part.get()) }
                }
            } catch { failure = error }
        }
    }

    /// The parts of a round: which is next, and what those walked came to.
    private final class Round<Part: Sendable>: Sendable {
        let range: Range<Int>
        private let state: Lock<(next: Int, parts: [Result<Part, any Error>?])>

        init(_ range: Range<Int>) {
            self.range = range
            state = Lock((range.lowerBound, Array(repeating: nil, count: range.count)))
        }

        func next() -> Int? {
            state.withLock { state in
                guard state.next < range.upperBound else { return nil }
                state.next += 1
                return state.next - 1
            }
        }

        func finish(_ index: Int, _ part: Result<Part, any Error>) {
            state.withLock { $0.parts[index - range.lowerBound] = part }
        }

        var parts: [Result<Part, any Error>?] { state.withLock { $0.parts } }
    }
}
