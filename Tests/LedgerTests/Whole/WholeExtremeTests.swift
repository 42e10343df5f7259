import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("The whole ledger: numbers and dates at their limits")
struct WholeExtremeTests {
    private static let dates: [Int64] = [
        .min, .min + 1, -62_135_596_800_001, -1, 0, 1_767_600_000_000, 253_402_300_800_000,
        .max - 1, .max,
    ]

    private static let instants =
        [Instant.distantPast, .distantFuture] + dates.map { Instant(millisecondsSince1970: $0) }

    /// Asks everything; what matters is that it comes back.
    private func ask(_ whole: WholeLedger, _ customers: [CustomerSelector]) throws {
        for instant in Self.instants {
            _ = try WholeAnswers(whole, customers: customers, at: [instant])
            let cut = Cut.asAt(instant)
            for customer in customers {
                _ = try whole.ledger.history(of: customer, at: cut).json
                _ = try whole.ledger.replay(of: customer, at: cut).json
                _ = try whole.ledger.explain("pro", of: customer, at: cut).json
            }
            _ = try whole.ledger.replay(at: cut).json
            _ = try whole.export(.events, at: cut)
        }
    }

    @Test("Signed dates and amounts at the ends of their range are taken in and asked about")
    func signedExtremes() async throws {
        let store = try WholeStore.production()
        let whole = try WholeLedger()
        try await whole.importCatalog()
        var random = SeededGenerator(seed: 8)
        func date() -> TestJSON {
            .integer(Self.dates.randomElement(using: &random) ?? 0)
        }
        let signed: Int64 = 1_767_600_000_000
        var customers: [CustomerSelector] = []
        for number in 0..<40 {
            let id = String(9_000 + number / 2)
            let product = ["pro.basic", "pro.plus", "season", "coins.100"][number / 2 % 4]
            let kinds: [TestProduct.Kind] = [
                .autoRenewable, .autoRenewable, .nonRenewing, .consumable,
            ]
            let kind = kinds[number / 2 % 4]
            var fields: [String: TestJSON] = [
                "type": .string(kind.rawValue), "purchaseDate": date(),
                "originalPurchaseDate": date(), "quantity": .integer(Int64(Int32.max)),
                "price": .integer(number.isMultiple(of: 2) ? .max : .min),
            ]
            if kind == .autoRenewable {
                fields["expiresDate"] = date()
                fields["subscriptionGroupIdentifier"] = "G1"
                fields["webOrderLineItemId"] = .string("9223372036854775\(700 + number)")
            }
            if number.isMultiple(of: 3) {
                fields["revocationDate"] = date()
                fields["revocationPercentage"] = .integer(Int64(Int32.min))
            }
            let transaction = store.transaction(
                id: id, productID: product, purchaseDate: 0,
                signedDate: signed + Int64(number), fields: fields)
            let renewal = store.renewalInfo(
                originalID: id, productID: product, signedDate: signed + Int64(number),
                fields: [
                    "gracePeriodExpiresDate": date(), "isInBillingRetryPeriod": true,
                    "renewalDate": date(), "renewalPrice": .integer(.min),
                    "expirationIntent": .integer(Int64(Int32.max)),
                ])
            let types = ["DID_FAIL_TO_RENEW", "REFUND", "DID_RENEW"]
            let notification = store.notification(
                type: types[number % 3], subtype: "GRACE_PERIOD",
                signedDate: signed + Int64(number), transaction: transaction,
                renewalInfo: kind == .autoRenewable ? renewal : nil, status: 5)
            let report = try await whole.ingest(
                store.signBody(["signedPayload": notification]).json)
            #expect(report.appended + report.quarantined == 1)
            customers.append(.originalTransactionID(id))
        }
        #expect(try whole.ledger.statistics().lines > 10)
        try ask(whole, customers.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
        let report = try whole.ledger.verify(signatures: true)
        #expect(report.isIntact, "\(report.damage)")
        await whole.ledger.close()
    }

    @Test("Host actions at the ends of their range are done or refused, and asked about")
    func hostExtremes() async throws {
        let whole = try WholeLedger()
        try await whole.importCatalog()
        let ledger = whole.ledger
        let customer = CustomerSelector.appAccountToken(try #require(WholeStory.account(0)))
        var done = 0
        for (index, instant) in Self.instants.enumerated() {
            let keys = try (0..<4).map { try IdempotencyKey("\(index) \($0)") }
            let actions: [() async throws -> HostReceipt] = [
                {
                    try await ledger.credit(
                        TransactionLedger.amountMax, of: "coins", to: customer, key: keys[0],
                        expires: index.isMultiple(of: 2) ? .distantFuture : nil,
                        effective: instant)
                },
                {
                    try await ledger.spend(
                        TransactionLedger.amountMax - 1, of: "coins", from: customer,
                        key: keys[1], effective: instant)
                },
                {
                    try await ledger.grant(
                        "pro", to: customer, key: keys[2], until: .distantFuture,
                        effective: instant)
                },
                { try await ledger.reverseCredit(key: keys[0]) },
                { try await ledger.reverseSpend(key: keys[1]) },
            ]
            for action in actions {
                do {
                    _ = try await action()
                    done += 1
                } catch is HostActionError {}
            }
            _ = try await ledger.setPolicy(
                "graceWithoutDateDays", to: "\(index)", effective: instant)
        }
        #expect(done > 10)
        await #expect(throws: HostActionError.amountTooLarge) {
            try await ledger.credit(.max, of: "coins", to: customer, key: IdempotencyKey("max"))
        }
        try ask(whole, [customer])
        #expect(try ledger.verify(signatures: true).isIntact)
        await ledger.close()
    }
}
