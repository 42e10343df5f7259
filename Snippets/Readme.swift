// A ledger in a few lines: record what the App Store signs, ask what a customer may use.
//
//     swift run Readme

import Foundation
import Ledger
import LedgerTesting

let token = UUID()

// A throwaway App Store stands in for Apple. In production, leave `rootCertificates` out: then
// only Apple's root is trusted.
let store = try TestAppStore()
var subscription = try TestSubscription(
    store: store, customer: TestCustomer(appAccountToken: token.uuidString),
    product: .subscription("pro.monthly"), originalTransactionID: "410000000001000")
let signedPayload = try store.signedPayload(subscription.subscribe(at: "2026-01-05T09:00:00Z"))

// snippet.show
/// Makes the ledger of an app.
func makeLedger(at path: String, trusting root: Data) throws -> TransactionLedger {
    try TransactionLedger.create(
        at: path,
        configuration: LedgerConfiguration(
            apps: [.init(bundleID: "com.example.app", appAppleID: 1_234_567_890)],
            rootCertificates: [root]))
}

let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
// Made once; from then on it is opened with `TransactionLedger(at:)`.
let ledger = try makeLedger(at: directory.path, trusting: Data(store.rootCertificate))

// What the products grant.
let catalog = try Catalog(products: [
    CatalogProduct(
        productID: "pro.monthly", type: .autoRenewable, subscriptionGroupID: "21500001", level: 1,
        entitlements: ["pro"])
])
_ = try await ledger.importCatalog(catalog)

// Verified, durable when it returns, and recorded once however often it is sent.
print(try await ledger.record(.notification(Array(signedPayload.utf8))))
print(try await ledger.record(.notification(Array(signedPayload.utf8))))

// What may this customer use, at any instant?
for day in ["2026-01-04", "2026-01-20", "2026-03-01"] {
    guard let instant = Instant(iso8601: day, dateAlone: .endOfDay) else { continue }
    let customer = ledger.customer(appAccountToken: token, at: Cut(asOf: instant))
    let expires = try customer.currentEntitlements().first?.expirationDate
    print(day, try customer.isEntitled(to: "pro"), expires?.iso8601 ?? "-")
}
await ledger.close()
// snippet.hide

try FileManager.default.removeItem(at: directory)
