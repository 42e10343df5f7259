internal import BenchmarkSupport
internal import CYardsticks
internal import Foundation
@_spi(Benchmarks) internal import Ledger
internal import LedgerTesting

extension Benchmark {
    /// Verified ingest from bytes to durable events, against the bare ECDSA calls for its
    /// signatures on as many cores.
    mutating func measureIngest() async throws {
        let coreCount = ProcessInfo.processInfo.activeProcessorCount
        for (eventsPerCommit, goal) in [(1_000, 0.75), (10_000, 0.85)] {
            say("ingest, \(eventsPerCommit) events a commit")
            let inputsPerCommit = Int(Double(eventsPerCommit) / Shop.eventsPerInput)
            let count = Int(Double(options.scaled(100_000, smoke: 10_000)) / Shop.eventsPerInput)
            let rounds = options.scaled(5, smoke: 2)
            var load = LoadSource(
                lineCount: Shop.lineCount(inputs: count * rounds), signer: shop.signer)
            let path = workspace.file("ingest")
            // Its load is another one than that of the rows that follow, and so is its clock.
            let clock = LoadClock()
            let ledger = try await shop.makeLedger(at: path, clock: clock)
            var (ours, limit): ([Double], [Double]) = ([], [])
            var commits = 0
            var events: UInt64 = 0
            for _ in 0..<rounds {
                let inputs = try await load.next(count)
                guard inputs.tokens.count == count else {
                    throw BenchmarkError("the load is too short")
                }
                let (duration, report) = try await ingest(inputs, ledger, inputsPerCommit, clock)
                ours.append(Double(inputs.signatureCount) / duration)
                commits += (count + inputsPerCommit - 1) / inputsPerCommit
                events += report.events
                let rate = ecdsa_verifications_per_second(
                    Int32(coreCount), options.scaled(2, smoke: 0.3))
                guard rate > 0 else { throw BenchmarkError("libcrypto failed") }
                limit.append(rate)
            }
            await ledger.close()
            try workspace.remove("ingest")
            var row = Row(
                "ingest", "verified ingest, \(format(Double(eventsPerCommit))) events a commit",
                "signatures/s", median(ours))
            row[.limit] = median(limit)
            row.goals = [
                .atLeast(goal, median(zip(ours, limit).map { $0 / $1 }), of: "of libcrypto")
            ]
            row.note = "\(format(Double(events) / Double(commits))) events a commit in fact"
            rows.append(row)
        }
    }

    private func ingest(
        _ inputs: SignedInputs, _ ledger: TransactionLedger, _ inputsPerCommit: Int,
        _ clock: LoadClock
    ) async throws -> (seconds: Double, report: IngestReport) {
        if let last = inputs.inputs.last { clock.advance(to: last.signedDate) }
        let bytes = inputs.lines
        var rest = bytes[...]
        var report = IngestReport()
        let start = seconds()
        try await ledger.ingest(inputsPerCommitMax: inputsPerCommit, into: &report) {
            let chunk = Array(rest.prefix(1 << 20))
            rest = rest.dropFirst(1 << 20)
            return chunk
        }
        let duration = seconds() - start
        guard report.appended == inputs.tokens.count else {
            throw BenchmarkError("the ledger did not take in every input of the load")
        }
        return (duration, report)
    }
}
