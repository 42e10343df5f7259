internal import BenchmarkSupport
internal import CYardsticks
@_spi(Benchmarks) internal import Ledger
internal import LedgerTesting

extension Benchmark {
    /// Verification alone against the bare ECDSA call on as many threads, by turns.
    mutating func measureVerification() async throws {
        say("verification")
        let path = workspace.file("verification")
        let ledger = try await shop.makeLedger(at: path, clock: clock)
        var load = LoadSource(lineCount: 10_000, signer: shop.signer)
        let transactions = try await load.next(options.scaled(8_000, smoke: 2_000)) {
            $0.notificationType == nil
        }
        let notifications = try await load.next(options.scaled(3_000, smoke: 700)) {
            $0.notificationType != nil
        }
        let works = [
            ("transactions", transactions, 1), ("transactions", transactions, 2),
            ("notifications", notifications, 2),
        ]
        for (name, tokens, threads) in works {
            var (ours, limit): ([Double], [Double]) = ([], [])
            for _ in 0..<options.scaled(15, smoke: 4) {
                ours.append(try await verificationRate(tokens, ledger, tasks: threads))
                let rate = ecdsa_verifications_per_second(
                    Int32(threads), options.scaled(0.5, smoke: 0.15))
                guard rate > 0 else { throw BenchmarkError("libcrypto failed") }
                limit.append(rate)
            }
            var row = Row(
                "verification",
                "verification alone, \(name), \(threads) \(threads == 1 ? "core" : "cores")",
                "signatures/s", median(ours))
            row[.limit] = median(limit)
            row.goals = [
                .atLeast(0.9, median(zip(ours, limit).map { $0 / $1 }), of: "of libcrypto")
            ]
            if threads == 1, let python = try pythonVerificationRate(tokens) {
                row[.python] = python
                row.goals.append(.atLeast(50, row.ours / python, of: "× Apple's Python"))
            }
            rows.append(row)
        }
        await ledger.close()
        try workspace.remove("verification")
    }

    /// Signatures a second with so many tasks, each on a core.
    private func verificationRate(
        _ tokens: SignedInputs, _ ledger: TransactionLedger, tasks: Int
    ) async throws -> Double {
        let inputs = tokens.tokens.indices.map { tokens.signedInput($0) }
        let share = (inputs.count + tasks - 1) / tasks
        let start = seconds()
        let counts = try await inParallel(count: inputs.count, size: share) { range in
            var count = 0
            for index in range { count += try ledger.verified(inputs[index])?.signatureCount ?? 0 }
            return [count]
        }
        let duration = seconds() - start
        guard counts.reduce(0, +) == tokens.signatureCount else {
            throw BenchmarkError("the ledger refused a token of the load")
        }
        return Double(tokens.signatureCount) / duration
    }
}
