internal import Foundation

/// Takes a source in: reads it, verifies on every core ahead of the writer, and commits in the
/// order of the source.
///
/// While one slice is being committed, the next are read and verified. What is in hand is bounded
/// by `IngestLimits`: reading waits for verification, and both wait for the writer.
struct IngestPipeline {
    /// What one of the tasks has done.
    private enum Step: Sendable {
        case verified(IngestUnit.Result)
        case committed(IngestCommit.Result)
    }

    private typealias Tasks = ThrowingTaskGroup<Step, any Error>

    private let name: String
    private let presenter: AccountToken?
    private let limits: IngestLimits
    private let verifier: SignedInputVerifier
    private let preparation: SubmissionPreparation
    private let commit: IngestCommit
    private let clock: @Sendable () -> Instant
    private let unitsVerifyingMax: Int
    private var source: IngestSource
    /// The slices that are not being committed yet, in order.
    private var slices: [IngestSlice] = []
    private var unitsVerifyingCount = 0
    private var isCommitting = false

    init(
        name: String, presenter: AccountToken?, limits: IngestLimits, ledger: TransactionLedger
    ) {
        self.name = name
        self.presenter = presenter
        self.limits = limits
        verifier = ledger.verifier
        preparation = ledger.preparation
        clock = ledger.clock
        commit = IngestCommit(
            writer: ledger.writer, quarantine: limits.quarantine, clock: ledger.clock)
        let cores = max(1, ProcessInfo.processInfo.activeProcessorCount)
        unitsVerifyingMax = cores * IngestLimits.unitsPerCoreMax
        source = IngestSource(limits: limits)
    }

    /// Takes in all of the source.
    ///
    /// Where something fails, everything in front of it is taken in and counted first.
    mutating func run(
        into report: inout IngestReport, next: () throws -> [UInt8]
    ) async throws {
        try await withThrowingTaskGroup(of: Step.self) { tasks in
            while true {
                // In front of reading, so that the writer does not wait for it.
                beginCommit(&tasks)
                while mayRead { readUnit(next, &tasks) }
                beginCommit(&tasks)
                guard let step = try await tasks.next() else { break }
                try take(step, &report)
            }
        }
        if let failure = source.failure { throw failure }
    }

    /// Whether another unit may be read now.
    private var mayRead: Bool {
        guard !source.isAtEnd, unitsVerifyingCount < unitsVerifyingMax else { return false }
        let inHandCount = slices.count + (isCommitting ? 1 : 0)
        if inHandCount < limits.slicesInHandMax { return true }
        return inHandCount == limits.slicesInHandMax && slices.last?.number == source.slice
    }

    private mutating func readUnit(_ next: () throws -> [UInt8], _ tasks: inout Tasks) {
        if Task.isCancelled { return source.stop(CancellationError()) }
        guard let read = source.readUnit(next) else { return }
        if slices.last?.number != read.slice { slices.append(IngestSlice(number: read.slice)) }
        let unit = IngestUnit(
            slice: read.slice, place: slices[slices.count - 1].addUnit(), inputs: read.inputs,
            readAt: clock(), sourceName: name, presenter: presenter)
        unitsVerifyingCount += 1
        tasks.addTask { [verifier, preparation] in
            .verified(unit.prepared(by: verifier, preparation))
        }
    }

    /// Gives the writer the oldest slice, if it is whole and verified and the writer is free.
    private mutating func beginCommit(_ tasks: inout Tasks) {
        guard !isCommitting, let first = slices.first, first.isVerified,
            source.isAtEnd || first.number < source.slice
        else { return }
        let (elements, fault) = slices.removeFirst().elements()
        if let fault {
            slices = []
            source.stop(fault)
        }
        isCommitting = true
        tasks.addTask { [commit] in .committed(await commit.perform(elements)) }
    }

    private mutating func take(_ step: Step, _ report: inout IngestReport) throws {
        switch step {
        case .verified(let result):
            unitsVerifyingCount -= 1
            // Gone where an input in front of it could not be checked.
            guard let index = slices.firstIndex(where: { $0.number == result.slice }) else {
                return
            }
            slices[index].take(result)
        case .committed(let result):
            isCommitting = false
            for (line, outcome) in result.outcomes { report.add(outcome, at: "\(name):\(line)") }
            if let failure = result.failure { throw failure }
        }
    }
}
