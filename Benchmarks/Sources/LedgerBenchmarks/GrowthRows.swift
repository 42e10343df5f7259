internal import BenchmarkSupport
internal import Foundation
@_spi(Benchmarks) internal import Ledger
internal import LedgerTesting

/// How a ledger behaves at one size.
private struct SizePoint {
    var events: Double
    var appendMicrosecondsPerEvent: Double
    var queryMicroseconds: Double
    var replayMicroseconds: Double
    var openMilliseconds: Double
    var bytesPerEvent: Double
    var customersReplaySeconds: Double
    var replayMebibytes: Double
    var exportMebibytes: Double
}

extension Benchmark {
    /// The same ledger at a tenth of the events and at all of them.
    mutating func measureGrowth() async throws {
        var source = LoadSource(
            lineCount: Shop.lineCount(
                inputs: Int(Double(options.eventCount) * 1.1 / Shop.eventsPerInput)),
            signer: shop.signer)
        let ledger = try await shop.makeLedger(at: ledgerPath, clock: clock)
        await ledger.close()
        let small = try await point(at: options.eventCount / 10, &source)
        let large = try await point(at: options.eventCount, &source)
        add(
            "append at 100 events a commit", "µs/event", 3, small, large,
            \.appendMicrosecondsPerEvent)
        add("current entitlements", "µs", 2, small, large, \.queryMicroseconds)
        add("one customer at a past date", "µs", 2, small, large, \.replayMicroseconds)
        add("open and answer once", "ms", nil, small, large, \.openMilliseconds)
        add("bytes on disk", "bytes/event", nil, small, large, \.bytesPerEvent)
        add("replay of everyone", "s", nil, small, large, \.customersReplaySeconds)
        add("peak memory of that", "MiB", 1.5, small, large, \.replayMebibytes)
        add("peak memory, CSV of transactions", "MiB", 1.5, small, large, \.exportMebibytes)
    }

    private mutating func add(
        _ what: String, _ unit: String, _ goal: Double?, _ small: SizePoint, _ large: SizePoint,
        _ value: (SizePoint) -> Double
    ) {
        var row = Row("growth", what, unit, value(large))
        let ratio = value(large) / value(small)
        if let goal { row.goals = [.atMost(goal, ratio, of: "× the small one")] }
        row.note =
            "\(format(value(small))) at \(format(small.events)) events, "
            + "\(format(value(large))) at \(format(large.events))"
        rows.append(row)
    }

    /// Fills the ledger up to so many events, and measures.
    private mutating func point(
        at eventCount: Int, _ source: inout LoadSource
    ) async throws -> SizePoint {
        say("growing to \(eventCount) events")
        let ledger = try shop.openLedger(at: ledgerPath, clock: clock)
        var events = try ledger.statistics().events
        while events < UInt64(eventCount) {
            let inputs = try await source.next(Self.inputsPerGrowthPiece)
            guard let last = inputs.inputs.last else {
                throw BenchmarkError("the load is too short")
            }
            clock.advance(to: last.signedDate)
            events += try await ledger.append(try await Shop.verify(inputs, for: ledger))
        }
        let append = try await appendMicroseconds(ledger, &source)
        let accounts = (0..<options.scaled(20_000, smoke: 1_000)).compactMap {
            let customer = UInt64($0) &* 2_654_435_761 % UInt64(source.customerCount)
            return UUID(uuidString: TestLoad.appAccountToken(of: Int(customer)))
        }
        let query = try microseconds(accounts) {
            _ = try ledger.entitlements(of: .appAccountToken($0), at: Cut(asOf: clock.now))
        }
        let replay = try microseconds(Array(accounts.prefix(accounts.count / 10))) {
            _ = try ledger.replay(of: .appAccountToken($0), at: .asAt(Self.pastInstant))
        }
        let start = seconds()
        _ = try ledger.replay(at: Cut(asOf: Self.pastInstant))
        let everyone = seconds() - start
        events = try ledger.statistics().events
        await ledger.close()
        let opening = seconds()
        let again = try shop.openLedger(at: ledgerPath, clock: clock)
        _ = try again.entitlements(of: .appAccountToken(accounts[0]), at: Cut(asOf: clock.now))
        let opened = seconds() - opening
        await again.close()
        let bytes = try RawLMDB.byteCounts(of: ledgerPath)
        return SizePoint(
            events: Double(events), appendMicrosecondsPerEvent: append, queryMicroseconds: query,
            replayMicroseconds: replay, openMilliseconds: opened * 1_000,
            bytesPerEvent: Double(bytes.used) / Double(events), customersReplaySeconds: everyone,
            replayMebibytes: Double(try childPeak(.replay, of: ledgerPath).private) / 1024,
            exportMebibytes: Double(try childPeak(.export, of: ledgerPath).private) / 1024)
    }

    /// Inputs that are signed, verified and appended at once.
    private static let inputsPerGrowthPiece = 4_000

    private func appendMicroseconds(
        _ ledger: TransactionLedger, _ source: inout LoadSource
    ) async throws -> Double {
        let perCommit = Int(100 / Shop.eventsPerInput)
        let inputs = try await source.next(perCommit * options.scaled(300, smoke: 10))
        let verified = try await Shop.verify(inputs, for: ledger)
        var events: UInt64 = 0
        let start = seconds()
        for index in stride(from: 0, to: verified.count, by: perCommit) {
            events += try await ledger.append(
                Array(verified[index..<min(verified.count, index + perCommit)]))
        }
        return (seconds() - start) * 1e6 / Double(events)
    }

    private func microseconds(_ accounts: [UUID], _ ask: (UUID) throws -> Void) rethrows -> Double {
        let start = seconds()
        for account in accounts { try ask(account) }
        return (seconds() - start) * 1e6 / Double(accounts.count)
    }
}
