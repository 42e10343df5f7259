import LedgerTesting
import Testing

@testable import Ledger

@Suite("A one-time purchase of the test App Store")
struct TestPurchaseTests {
    let story: StorySupport

    init() throws { story = try StorySupport() }

    @Test(
        "A purchase of each kind is accepted and carries its kind, quantity and price",
        arguments: TestProduct.Kind.allCases.filter { $0 != .autoRenewable })
    func charge(_ kind: TestProduct.Kind) throws {
        let product = TestProduct.oneTime("p", kind, price: 1990, currency: "EUR")
        let parts = try story.verify(story.purchase(product, quantity: 3).charge())
        #expect(parts.notification.payload.notificationType?.rawValue == "ONE_TIME_CHARGE")
        #expect(parts.renewalInfo == nil && parts.notification.payload.data?.status == nil)
        let transaction = try #require(parts.transaction?.payload)
        #expect(transaction.productType?.rawValue == kind.rawValue)
        #expect(transaction.purchasedQuantity == 3 && transaction.priceMilliunits == 5970)
        #expect(transaction.currencyCode == "EUR" && transaction.appTransactionID == "704")
        #expect(transaction.id == "5001" && transaction.originalID == "5001")
        #expect(transaction.expirationDate == nil && transaction.subscriptionGroupID == nil)
    }

    @Test("A request, a refund and its reversal carry what was asked")
    func refund() throws {
        var coins = try story.purchase()
        let request = try story.verify(coins.requestConsumption(at: "2026-03-20"))
        let data = request.notification.payload.data
        #expect(data?.consumptionRequestReason?.rawValue == "UNINTENDED_PURCHASE")
        #expect(request.transaction?.payload.revocationDate == nil)
        let refund = try story.verify(coins.refund(at: "2026-03-22", reason: 1))
        #expect(refund.notification.payload.notificationType?.rawValue == "REFUND")
        let refunded = try #require(refund.transaction?.payload)
        #expect(refunded.revocationDate == StorySupport.instant("2026-03-22"))
        #expect(refunded.revocationType?.rawValue == "REFUND_FULL")
        #expect(refunded.revocationPercentageMillipercent == 100_000)
        let reversed = try story.verify(coins.reverseRefund(at: "2026-03-24"))
        #expect(reversed.notification.payload.notificationType?.rawValue == "REFUND_REVERSED")
        #expect(reversed.transaction?.payload.revocationDate == nil)
        #expect(reversed.transaction?.payload.id == "5001")
    }

    @Test("Any field can be changed or left out, for one notification")
    func changes() throws {
        let coins = try story.purchase()
        let changes = TestChanges(
            transaction: ["price": 0, "currency": nil, "storefront": "DEU"],
            data: ["bundleVersion": nil, "status": 1],
            notification: ["notificationUUID": "x", "version": nil])
        let changed = try coins.charge(changing: changes)
        let data = try #require(changed["data"])
        #expect(data["bundleVersion"] == nil && data["status"] == 1)
        #expect(changed["notificationUUID"] == "x" && changed["version"] == nil)
        let transaction = try #require(data["signedTransactionInfo"])
        #expect(transaction["price"] == 0 && transaction["currency"] == nil)
        #expect(transaction["storefront"] == "DEU")
        #expect(try story.verify(changed).transaction?.payload.storefrontCountryCode == "DEU")
        let usual = try coins.charge()
        #expect(usual["data"]?["signedTransactionInfo"]?["price"] == 1990)
        let later = try coins.charge(changing: TestChanges(notification: ["signedDate": 1]))
        #expect(later["notificationUUID"] != usual["notificationUUID"])
    }
}
