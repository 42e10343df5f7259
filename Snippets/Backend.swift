// The ledger in a backend: what the handlers of requests do with it. docs/backend.md explains it.
//
//     swift run Backend

import Foundation
import Ledger
import LedgerTesting

// A throwaway App Store stands in for Apple.
let store = try TestAppStore()
let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

// snippet.show
/// The ledger of this process: made by the first that comes, opened by every other.
func openLedger(at path: String, configuration: LedgerConfiguration) throws -> TransactionLedger {
    do {
        return try TransactionLedger.create(at: path, configuration: configuration)
    } catch let error as LedgerError where error.code == .ledgerExists {
        return try TransactionLedger(at: path)
    }
}
// snippet.hide

// snippet.show
/// Answers a server notification with an HTTP status.
func statusOfNotification(body: [UInt8], ledger: TransactionLedger) async -> Int {
    do {
        switch try await ledger.record(SignedInput(notificationBody: body)) {
        case .appended, .duplicate: return 200
        // Kept: `ledgerctl quarantine list` says why, and sending it again would change nothing.
        case .quarantined: return 200
        // Not kept. Apple sends again what was not answered with 200.
        case .quarantineFull: return 503
        }
    } catch {
        // The storage failed or the check could not be made; nothing was recorded.
        return 503
    }
}
// snippet.hide

// snippet.show
/// Takes in what the app sends up after a purchase; says whether the account has the entitlement now.
func takeIn(
    jwsRepresentation: String, from account: UUID, unlocking entitlement: String,
    ledger: TransactionLedger
) async throws -> Bool {
    let outcome = try await ledger.record(
        .transaction(Array(jwsRepresentation.utf8), renewalInfo: nil), presentedBy: account)
    switch outcome {
    case .appended, .duplicate:
        // Recorded is not owned: it may be refunded, expired, or another account's.
        return try ledger.customer(appAccountToken: account).isEntitled(to: entitlement)
    case .quarantined, .quarantineFull: return false
    }
}
// snippet.hide

// snippet.show
/// Sells a level for coins, once for each order.
func buyLevel(order: String, account: UUID, ledger: TransactionLedger) async throws -> String {
    do {
        let receipt = try await ledger.customer(appAccountToken: account)
            .spend(30, of: "coins", key: IdempotencyKey("order \(order)"))
        return "level unlocked, \(receipt.balance ?? 0) coins left"
    } catch HostActionError.insufficientBalance(let shortfall) {
        return "\(shortfall) coins are missing"
    }
}
// snippet.hide

let ledger = try openLedger(
    at: directory.path,
    configuration: LedgerConfiguration(
        apps: [.init(bundleID: "com.example.app", appAppleID: 1_234_567_890)],
        rootCertificates: [Data(store.rootCertificate)]))
let catalog = try Catalog(products: [
    CatalogProduct(
        productID: "pro.monthly", type: .autoRenewable, subscriptionGroupID: "21500001", level: 1,
        entitlements: ["pro"]),
    CatalogProduct(
        productID: "starter", type: .nonConsumable, entitlements: ["starter"]),
    CatalogProduct(
        productID: "coins.50", type: .consumable,
        credits: [CatalogCredit(currency: "coins", amount: 50)]),
])
_ = try await ledger.importCatalog(catalog)

let account = UUID()
var subscription = try TestSubscription(
    store: store, customer: TestCustomer(appAccountToken: account.uuidString),
    product: .subscription("pro.monthly"), originalTransactionID: "410000000001000")
let body = try store.notificationBody(subscription.subscribe(at: "2026-01-05T09:00:00Z"))
for bytes in [Array(body), Array(body), Array("{}".utf8)] {
    print(await statusOfNotification(body: bytes, ledger: ledger))
}
for (id, product, type) in [
    ("410000000002000", "coins.50", "Consumable"), ("410000000003000", "starter", "Non-Consumable"),
] {
    let purchase = store.transaction(
        id: id, productID: product, purchaseDate: 1_767_600_000_000,
        fields: [
            "type": .string(type), "appAccountToken": .string(account.uuidString.lowercased()),
        ])
    print(
        try await takeIn(
            jwsRepresentation: store.sign(purchase), from: account, unlocking: "starter",
            ledger: ledger))
}
for order in ["1", "1", "2"] {
    print(try await buyLevel(order: order, account: account, ledger: ledger))
}
await ledger.close()
try FileManager.default.removeItem(at: directory)
