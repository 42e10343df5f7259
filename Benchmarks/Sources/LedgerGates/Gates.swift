internal import BenchmarkSupport
internal import CAllocationCounter
internal import CYardsticks
internal import Foundation
@_spi(Benchmarks) internal import Ledger
internal import LedgerTesting

/// Figures that do not depend on the machine's speed, and the most that each may be.
///
/// The load follows from a seed, so a figure changes only with the code, the libraries and, within
/// thousandths, the signatures' random bytes.
struct Gates {
    /// A figure that is watched; its raw value is its name in the file of thresholds.
    enum Figure: String, CaseIterable {
        case allocationsPerEventVerified
        case allocationsPerSignaturePrepared
        case allocationsPerEventAppended
        case allocationsPerEventReplayed
        case allocationsPerEventExported
        case allocationsPerEntitlementQuestion
        case bytesOnDiskPerEvent
        case putBytesPerEvent
        case hashBytesPerEvent
        case pagesWrittenPerCommitOf100
        case instructionsPerSignatureVerified
    }

    private let thresholds: [String: Double]
    private static let inputCount = 4_000
    private static let pageSizeBytes = 4_096

    init(thresholds path: String) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        thresholds = try JSONDecoder().decode([String: Double].self, from: data)
    }

    /// Measures everything and prints it.
    ///
    /// - Returns: a line for each figure above its threshold.
    func check(in workspace: Workspace) async throws -> [String] {
        let figures = try await measure(in: workspace)
        var failures: [String] = []
        for figure in Figure.allCases {
            guard let most = thresholds[figure.rawValue] else {
                throw BenchmarkError("there is no threshold for \(figure.rawValue)")
            }
            guard let value = figures[figure] else {
                print("\(figure.rawValue): skipped, this kernel counts no instructions")
                continue
            }
            let text = String(format: "%.1f, at most %.1f", value, most)
            print("\(figure.rawValue): \(text)")
            if value > most { failures.append("\(figure.rawValue) is \(text)") }
        }
        return failures
    }

    private func measure(in workspace: Workspace) async throws -> [Figure: Double] {
        let shop = try Shop()
        let clock = LoadClock()
        let path = workspace.file("gates")
        let ledger = try await shop.makeLedger(at: path, clock: clock)
        var load = LoadSource(lineCount: 600, signer: shop.signer)
        // The first half fills the ledger, so that the second meets lines that are known.
        let (first, second) = (
            try await load.next(Self.inputCount), try await load.next(Self.inputCount)
        )
        clock.advance(to: TestLoad.lastDate)
        var figures: [Figure: Double] = [:]
        let filling = try await Shop.verify(first, for: ledger)
        _ = try await ledger.append(Array(filling.dropLast()))
        // The last one by itself: then the symbols of all before it are known where inputs are
        // prepared.
        _ = try await ledger.append(Array(filling.suffix(1)))
        let before = allocation_count()
        let instructions = Instructions()
        let verified = try second.tokens.indices.compactMap {
            try ledger.verified(second.signedInput($0))
        }
        let signatures = Double(second.signatureCount)
        figures[.instructionsPerSignatureVerified] = instructions?.count.map { $0 / signatures }
        figures[.allocationsPerEventVerified] = Double(allocation_count() - before) / signatures
        let beforeReady = allocation_count()
        let ready = try verified.map { try ledger.ready($0) }
        figures[.allocationsPerSignaturePrepared] =
            Double(allocation_count() - beforeReady) / signatures
        try await append(ready, to: ledger, &figures)
        let events = Double(try ledger.statistics().events)
        figures[.allocationsPerEventReplayed] =
            try allocations {
                _ = try ledger.replay(at: Cut(asOf: clock.now))
            } / events
        figures[.allocationsPerEventExported] =
            try allocations {
                try ledger.export(.events) { _ in }
            } / events
        figures[.allocationsPerEntitlementQuestion] = try allocationsPerQuestion(
            ledger, customerCount: load.customerCount, at: clock.now)
        await ledger.close()
        figures[.bytesOnDiskPerEvent] = Double(try RawLMDB.byteCounts(of: path).used) / events
        return figures
    }

    private func append(
        _ inputs: [ReadySubmission], to ledger: TransactionLedger,
        _ figures: inout [Figure: Double]
    ) async throws {
        let perCommit = Int(100 / Shop.eventsPerInput)
        let before = allocation_count()
        let (events, recording) = try await Recording.record(byteCount: inputs.count * 24_000) {
            var events: UInt64 = 0
            for start in stride(from: 0, to: inputs.count, by: perCommit) {
                events += try await ledger.append(
                    Array(inputs[start..<min(inputs.count, start + perCommit)]))
            }
            return events
        }
        figures[.allocationsPerEventAppended] =
            Double(allocation_count() - before) / Double(events)
        figures[.putBytesPerEvent] = Double(recording.putByteCount) / Double(events)
        figures[.hashBytesPerEvent] = Double(recording.hashByteCount) / Double(events)
        figures[.pagesWrittenPerCommitOf100] =
            Double(recording.writtenByteCount) / Double(Self.pageSizeBytes * recording.commitCount)
    }

    /// What a host asks on each request, of every customer in turn; the answers' own memory
    /// included.
    private func allocationsPerQuestion(
        _ ledger: TransactionLedger, customerCount: Int, at instant: Instant
    ) throws -> Double {
        let accounts = (0..<customerCount).compactMap {
            UUID(uuidString: TestLoad.appAccountToken(of: $0))
        }
        func askAll() throws {
            for account in accounts {
                _ = try ledger.entitlements(of: .appAccountToken(account), at: Cut(asOf: instant))
            }
        }
        // The first round brings what later ones use again.
        try askAll()
        return try allocations { try askAll() } / Double(accounts.count)
    }

    private func allocations(_ work: () throws -> Void) rethrows -> Double {
        let before = allocation_count()
        try work()
        return Double(allocation_count() - before)
    }
}

/// Counts the instructions of this thread from here on.
private struct Instructions {
    private let counter: Int32

    /// Nil where the kernel offers no counter.
    init?() {
        counter = instructions_open()
        if counter < 0 { return nil }
    }

    var count: Double? {
        let value = instructions_read(counter)
        return value > 0 ? Double(value) : nil
    }
}
