import Foundation
import LedgerTesting

@testable import Ledger

/// A clock that a test sets.
final class WholeClock: Sendable {
    private let value: Lock<Instant>

    init(_ instant: Instant) { value = Lock(instant) }

    var now: Instant { value.withLock { $0 } }

    func set(_ instant: Instant) { value.withLock { $0 = instant } }

    func advance(milliseconds: Int64) {
        value.withLock { $0 = $0.advanced(byMilliseconds: milliseconds) }
    }
}

/// A ledger in a directory of its own, that trusts one throwaway App Store.
struct WholeLedger: Sendable {
    /// Long after everything that the stories tell.
    static let now = Instant(millisecondsSince1970: 1_830_000_000_000)

    let directory: TemporaryDirectory
    let clock: WholeClock
    let ledger: TransactionLedger

    /// A ledger of the store's app, unless it is configured for others.
    init(
        clock: WholeClock = WholeClock(Self.now), configuration: LedgerConfiguration? = nil
    ) throws {
        try self.init(clock: clock, configuration: configuration, reading: { clock.now })
    }

    /// A ledger that reads the instant of now by a function of the test's.
    init(
        clock: WholeClock = WholeClock(Self.now), configuration: LedgerConfiguration? = nil,
        reading read: @escaping @Sendable () -> Instant
    ) throws {
        directory = try TemporaryDirectory()
        self.clock = clock
        ledger = try TransactionLedger.create(
            at: directory.path + "/ledger",
            configuration: configuration ?? Self.configuration(), clock: read)
    }

    /// Opens the directory of a ledger that was closed.
    init(reopening other: WholeLedger) throws {
        directory = other.directory
        let clock = other.clock
        self.clock = clock
        ledger = try TransactionLedger(at: other.path, clock: { clock.now })
    }

    var path: String { directory.path + "/ledger" }

    static func configuration() throws -> LedgerConfiguration {
        let store = try WholeStore.production()
        return LedgerConfiguration(
            apps: [.init(bundleID: store.bundleID, appAppleID: store.appAppleID)],
            rootCertificates: [Data(store.rootCertificate)])
    }

    func importCatalog() async throws {
        let catalog = try CatalogImport(Array(WholeStore.catalog.utf8)).catalog
        _ = try await ledger.importCatalog(catalog)
    }

    @discardableResult
    func ingest(_ bytes: [UInt8], presentedBy account: UUID? = nil) async throws -> IngestReport {
        var report = IngestReport()
        var rest = [bytes]
        try await ledger.ingest(name: "whole", presentedBy: account, into: &report) {
            rest.popLast() ?? []
        }
        return report
    }

    /// The bytes of an export.
    func export(
        _ kind: ExportKind, environment: StoreEnvironment = .production, at cut: Cut
    ) throws -> String {
        var bytes: [UInt8] = []
        try ledger.export(kind, format: .jsonl, environment: environment, at: cut) { span in
            for index in span.indices { bytes.append(span[index]) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The throwaway App Store of the suite, made once: its keys cost more than its signatures.
enum WholeStore {
    private static let shared = Result { try TestAppStore(seed: "whole ledger") }

    static func production() throws -> TestAppStore { try shared.get() }

    static func sandbox() throws -> TestAppStore {
        var store = try shared.get()
        store.environment = "Sandbox"
        return store
    }

    static let catalog = """
        { "gracePeriod": "P16D",
          "groups": [ { "subscriptionGroupIdentifier": "G1" }, { "subscriptionGroupIdentifier": "G2" } ],
          "products": [
            { "productId": "pro.basic", "type": "Auto-Renewable Subscription",
              "subscriptionGroupIdentifier": "G1", "level": 2, "entitlements": ["pro"],
              "creditsPerPeriod": [
                { "currency": "coins", "amount": 101, "expireWithPeriod": true } ] },
            { "productId": "pro.plus", "type": "Auto-Renewable Subscription",
              "subscriptionGroupIdentifier": "G1", "level": 1, "entitlements": ["pro", "plus"],
              "creditsPerPeriod": [ { "currency": "coins", "amount": 333 } ] },
            { "productId": "news", "type": "Auto-Renewable Subscription",
              "subscriptionGroupIdentifier": "G2", "level": 1 },
            { "productId": "lifetime", "type": "Non-Consumable", "entitlements": ["pro"] },
            { "productId": "coins.100", "type": "Consumable",
              "credits": [ { "currency": "coins", "amount": 100 } ] },
            { "productId": "season", "type": "Non-Renewing Subscription", "duration": "P90D",
              "entitlements": ["season"] } ] }
        """

    static let basic = TestProduct.subscription("pro.basic", groupID: "G1", period: .weeks(1))
    static let plus = TestProduct.subscription("pro.plus", groupID: "G1", period: .months(1))
    static let news = TestProduct.subscription("news", groupID: "G2")
    static let mystery = TestProduct.subscription("mystery", groupID: "G2")
}

extension TestJSON {
    /// The object with other values for some members; null removes one.
    func with(_ fields: [String: TestJSON]) -> TestJSON {
        var result = self
        for (key, value) in fields { result[key] = value == .null ? TestJSON?.none : value }
        return result
    }
}

/// The seeds of a property; `LEDGER_SEEDS=100` asks for more of them than the suite has time for.
enum WholeSeeds {
    static func some(_ count: Int) -> [UInt64] {
        let asked = ProcessInfo.processInfo.environment["LEDGER_SEEDS"].flatMap { Int($0) }
        return (1...UInt64(max(asked ?? count, 1))).map { $0 }
    }
}
