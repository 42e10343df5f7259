/// Takes prepared inputs in, in as few commits as go well.
struct IngestCommit: Sendable {
    let writer: GroupCommitWriter<LedgerBatch>
    let quarantine: QuarantineLimits
    let clock: @Sendable () -> Instant

    /// What came of a slice.
    struct Result: Sendable {
        /// What is durable, in order: all of the slice, or the inputs in front of a failure.
        var outcomes: [(line: Int, outcome: IngestOutcome)] = []
        /// Why the rest is not.
        var failure: (any Error)?
    }

    /// Takes a slice in as one commit.
    ///
    /// Where that asks for too much of the storage, or an input cannot be taken in, halves of it
    /// are tried, so that all inputs in front of the one that fails are durable.
    func perform(_ elements: [PreparedElement]) async -> Result {
        var result = Result()
        var waiting = [elements[...]]
        while let next = waiting.popLast() {
            if next.isEmpty { continue }
            do {
                let outcomes = try await commit(next)
                for (element, outcome) in zip(next, outcomes) {
                    result.outcomes.append((element.line, outcome))
                }
            } catch  where next.count > 1 && Self.mayFitInHalves(error) {
                let middle = next.startIndex + next.count / 2
                waiting.append(next[middle...])
                waiting.append(next[..<middle])
            } catch {
                result.failure = error
                return result
            }
        }
        return result
    }

    /// Commits inputs together: all of them are durable when it returns, or none is.
    private func commit(_ elements: ArraySlice<PreparedElement>) async throws -> [IngestOutcome] {
        try await writer.perform(mayRunAhead: true) { [quarantine, clock] batch, transaction in
            // May run again in another transaction, so everything begins anew.
            var refused = try QuarantineWriter(
                tables: batch.reader.tables, limits: quarantine, in: transaction)
            var outcomes: [IngestOutcome] = []
            outcomes.reserveCapacity(elements.count)
            for element in elements {
                outcomes.append(
                    try Self.take(element.content, at: clock(), &batch, &refused, in: transaction))
            }
            return outcomes
        }
    }

    /// Does the writer's part of one input.
    private static func take(
        _ content: PreparedElement.Content, at now: Instant, _ batch: inout LedgerBatch,
        _ refused: inout QuarantineWriter, in transaction: borrowing LMDBWriteTransaction
    ) throws -> IngestOutcome {
        switch content {
        case .input(.submission(let submission)):
            return IngestOutcome(try batch.append(submission, clock: now, in: transaction))
        case .input(.quarantined(let reason, let entry)):
            let instant = batch.recordedAt(clock: now)
            let isKept = try refused.keep(entry, at: instant, in: transaction)
            return IngestOutcome(ending: .quarantined(reason, isKept: isKept))
        case .refused(let reason, let entry):
            let instant = batch.recordedAt(clock: now)
            let isKept = try refused.keep(entry, at: instant, in: transaction)
            return IngestOutcome(ending: .refused(reason, isKept: isKept))
        }
    }

    private static func mayFitInHalves(_ error: any Error) -> Bool {
        (error as? StorageError)?.isOfAmount ?? true
    }
}
