import Foundation
import LedgerTesting

@testable import Ledger

/// A ledger in a directory of its own that trusts a test App Store, with faults at hand.
final class IngestBench: Sendable {
    static let now = Instant(millisecondsSince1970: 1_796_000_000_000)

    /// Keys and certificates cost more than most tests; one store signs for all of them.
    static let sharedStore = Result { try TestAppStore() }

    let directory: TemporaryDirectory
    let faults = LMDBFaults()
    let store: TestAppStore
    let ledger: TransactionLedger

    init(mapSizeBytes: Int = 256 << 20) throws {
        let store = try Self.sharedStore.get()
        let directory = try TemporaryDirectory()
        let configuration = LedgerConfiguration(
            apps: [.init(bundleID: store.bundleID, appAppleID: store.appAppleID)],
            rootCertificates: [.init(store.rootCertificate)])
        let path = directory.path + "/ledger"
        try TransactionLedger.create(
            at: path, configuration: configuration, clock: { Self.now }
        ).environment.close()
        var options = LMDBEnvironmentOptions(access: .readWrite(create: false))
        options.mapSizeBytes = mapSizeBytes
        options.faults = faults
        let environment = try LMDBEnvironment.open(directory: path, options: options)
        ledger = try TransactionLedger(
            environment: environment, tables: try LogTables(opening: environment),
            configuration: configuration,
            verifier: try SignedInputVerifier(policy: configuration.trustPolicy),
            clock: { Self.now })
        self.directory = directory
        self.store = store
    }

    /// A bare transaction that nobody has signed before.
    func transaction(_ number: Int) throws -> String {
        try store.sign(payload(number))
    }

    /// The same, spoiled.
    func brokenTransaction(_ number: Int, _ breakage: Breakage = .signatureBit) throws -> String {
        try store.sign(payload(number), broken: breakage)
    }

    private func payload(_ number: Int) -> TestJSON {
        store.transaction(
            id: String(number), productID: "gem", purchaseDate: 1_700_000_000_000)
    }

    /// Takes text in, cut into chunks of one size.
    func ingest(
        _ text: String, limits: IngestLimits = IngestLimits(), chunkBytes: Int = 1_000,
        into report: inout IngestReport
    ) async throws {
        var rest = Array(text.utf8)[...]
        try await ledger.ingest(name: "file", limits: limits, into: &report) {
            let chunk = Array(rest.prefix(chunkBytes))
            rest = rest.dropFirst(chunkBytes)
            return chunk
        }
    }

    /// Takes text in, and says what became of it.
    func ingest(
        _ text: String, limits: IngestLimits = IngestLimits(), chunkBytes: Int = 1_000
    ) async throws -> IngestReport {
        var report = IngestReport()
        try await ingest(text, limits: limits, chunkBytes: chunkBytes, into: &report)
        return report
    }

    /// The numbers of the transactions in the log, in its order.
    func transactionNumbers() throws -> [Int] {
        let reader = ledger.reader
        return try ledger.environment.read { transaction in
            let last = try reader.lastSequence(in: transaction)
            guard last > 0 else { return [] }
            return try (1...last).compactMap {
                try reader.fields($0, in: transaction).transactionID.map { Int($0.bits) }
            }
        }
    }
}

extension IngestLimits {
    /// Slices and units so small that a short source has many.
    static func small(inputsPerSlice: Int, inputsPerUnit: Int = 2) -> IngestLimits {
        var limits = IngestLimits()
        limits.inputsPerSliceMax = inputsPerSlice
        limits.inputsPerUnitMax = inputsPerUnit
        return limits
    }
}
