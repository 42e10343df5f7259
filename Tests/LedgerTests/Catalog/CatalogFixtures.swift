import Foundation
import Testing

@testable import Ledger

/// The example of the command line's description: every kind of product.
let exampleCatalogText = """
    { "gracePeriod": "P16D",
      "groups": [ { "subscriptionGroupIdentifier": "G1", "name": "Pro" } ],
      "products": [
        { "productId": "pro.monthly", "type": "Auto-Renewable Subscription",
          "subscriptionGroupIdentifier": "G1", "level": 2, "entitlements": ["pro"],
          "creditsPerPeriod": [
            { "currency": "coins", "amount": 500, "expireWithPeriod": true } ] },
        { "productId": "pro.lifetime", "type": "Non-Consumable", "entitlements": ["pro"] },
        { "productId": "coins.100", "type": "Consumable",
          "credits": [ { "currency": "coins", "amount": 100 } ] },
        { "productId": "season.90", "type": "Non-Renewing Subscription", "duration": "P90D",
          "entitlements": ["season"] } ],
      "paidApp": { "before": "2026-01-01T00:00:00Z", "platforms": ["iOS"],
        "entitlements": ["pro"] } }
    """

extension CatalogImport {
    /// Reads a catalog from text.
    init(text: String, worths: [ProductWorth] = []) throws(CatalogError) {
        try self.init(Array(text.utf8), worths: worths)
    }
}

/// StoreKit configuration files written by others, and what each holds.
struct StoreKitFixture: Sendable, CustomTestStringConvertible {
    let file: String
    let version: String
    let consumables: Int
    let nonConsumables: Int
    let nonRenewing: Int
    let subscriptions: Int
    let groups: Int
    let periods: String

    var testDescription: String { file }

    /// Tests/LedgerTests/Fixtures/storekit.
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/storekit")

    /// Where files are that may be read but not copied.
    static let corpus = ProcessInfo.processInfo.environment["LEDGER_CORPUS"]
        .map { URL(filePath: $0).appending(path: "storekit") }

    static let all: [StoreKitFixture] = {
        let table = try? String(
            contentsOf: folder.appending(path: "expected.tsv"), encoding: .utf8)
        let rows = (table ?? "").split(separator: "\n").dropFirst()
        return rows.compactMap { row in
            let fields = row.split(separator: "\t", omittingEmptySubsequences: false)
                .map(String.init)
            let numbers = fields.dropFirst(2).compactMap { Int($0) }
            guard fields.count == 8, numbers.count == 5 else { return nil }
            return StoreKitFixture(
                file: fields[0], version: fields[1], consumables: numbers[0],
                nonConsumables: numbers[1], nonRenewing: numbers[2], subscriptions: numbers[3],
                groups: numbers[4], periods: fields[7])
        }
    }()

    static let copied = all.filter { contents(of: $0, in: folder) != nil }
    static let elsewhere = all.filter { contents(of: $0, in: folder) == nil }

    static func contents(of fixture: StoreKitFixture, in folder: URL) -> [UInt8]? {
        (try? Data(contentsOf: folder.appending(path: fixture.file))).map(Array.init)
    }
}
