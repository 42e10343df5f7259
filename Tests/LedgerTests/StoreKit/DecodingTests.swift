import Foundation
import Testing

@testable import Ledger

@Suite("Apple's payloads are read field by field")
struct DecodingTests {
    private static func model(_ name: String) throws -> [UInt8] {
        try Fixture.bytes("apple-library/models/\(name).json")
    }

    private static func keys(_ json: [UInt8]) throws -> Set<String> {
        let object = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
        return Set((object ?? [:]).keys)
    }

    private static func names<Value: JSONObject>(of type: Value.Type) -> Set<String> {
        Set(Value.Key.allCases.map(\.rawValue))
    }

    /// How many of a value's own properties hold something.
    private static func filledCount(_ value: Any) -> Int {
        Mirror(reflecting: value).children.filter { child in
            let mirror = Mirror(reflecting: child.value)
            return mirror.displayStyle != .optional || !mirror.children.isEmpty
        }.count
    }

    @Test("Every key in Apple's examples has a property, and each property is filled")
    func everyKey() throws {
        let transaction = try Self.model("signedTransactionWithRevocation")
        #expect(try Self.keys(transaction).isSubset(of: Self.names(of: Transaction.self)))
        #expect(
            Self.filledCount(try Transaction(payload: transaction))
                == (try Self.keys(transaction).count))
        let renewalInfo = try Self.model("signedRenewalInfo")
        #expect(try Self.keys(renewalInfo) == Self.names(of: RenewalInfo.self))
        #expect(Self.filledCount(try RenewalInfo(payload: renewalInfo)) == 24)
        let appTransaction = try Self.model("appTransaction")
        #expect(try Self.keys(appTransaction) == Self.names(of: AppTransaction.self))
        #expect(Self.filledCount(try AppTransaction(payload: appTransaction)) == 13)
        for name in [
            "signedNotification", "signedSummaryNotification", "signedRescindConsentNotification",
            "signedExternalPurchaseTokenNotification", "signedConsumptionRequestNotification",
        ] {
            let json = try Self.model(name)
            let notification = try StoreNotification(payload: json)
            #expect(Self.filledCount(notification) == (try Self.keys(json).count), "\(name)")
        }
    }

    @Test("The nested objects of a transaction and a renewal info are complete")
    func nestedObjects() throws {
        let transaction = try Transaction(payload: try Self.model("signedTransaction"))
        let commerce = try #require(transaction.advancedCommerceInfo)
        #expect(Self.filledCount(commerce) == 8)
        #expect(commerce.descriptors?.displayName == "Premium")
        #expect(commerce.items?.first?.sku == "com.example.sku.premium")
        let refund = try #require(commerce.items?.first?.refunds?.first)
        #expect(refund.refundAmountMilliunits == 5000)
        #expect(refund.refundReason == .fulfillmentIssue)
        #expect(refund.refundType == .prorated)
        #expect(transaction.commitmentInfo?.totalBillingPeriods == 12)
        #expect(transaction.commitmentInfo?.commitmentPriceMilliunits == 119_880)
        let info = try RenewalInfo(payload: try Self.model("signedRenewalInfo"))
        #expect(info.eligibleWinBackOfferIDs == ["eligible1", "eligible2"])
        let item = try #require(info.advancedCommerceInfo?.items?.first)
        #expect(item.priceIncreaseInfo?.status == .pending)
        #expect(
            item.priceIncreaseInfo?.dependentSKUs == ["com.example.sku.1", "com.example.sku.2"])
        #expect(Self.filledCount(try #require(info.commitmentInfo)) == 5)
        let offer = try AdvancedCommerceOffer(payload: try Self.model("advancedCommerceOffer"))
        #expect(Self.filledCount(offer) == 4)
    }

    @Test("Notifications hold what they are about")
    func notifications() throws {
        let summary = try StoreNotification(payload: Self.model("signedSummaryNotification"))
        #expect(summary.summary?.succeededCount == 5)
        #expect(summary.summary?.failedCount == 2)
        #expect(summary.summary?.storefrontCountryCodes == ["CAN", "USA", "MEX"])
        let consent = try StoreNotification(payload: Self.model("signedRescindConsentNotification"))
        #expect(consent.data == nil && consent.appData?.signedAppTransactionInfo != nil)
        for (name, environment) in [
            ("signedExternalPurchaseTokenNotification", StoreEnvironment.production),
            ("signedExternalPurchaseTokenSandboxNotification", .sandbox),
        ] {
            let token = try StoreNotification(payload: Self.model(name))
            #expect(
                token.identity
                    == PayloadIdentity(
                        bundleID: "com.example", appAppleID: 55555, environment: environment))
        }
    }

    @Test("Xcode's fractional dates and year 1 are whole milliseconds")
    func xcodeDates() throws {
        let jws = try CompactJWS(Fixture.token("apple-library/xcode/xcode-signed-transaction"))
        let transaction = try Transaction(payload: jws.payload)
        #expect(transaction.purchaseDate?.millisecondsSince1970 == 1_697_679_936_049)
        #expect(transaction.signedDate?.millisecondsSince1970 == 1_697_679_936_056)
        #expect(transaction.id == "0" && transaction.isUpgraded == false)
        let app = try CompactJWS(Fixture.token("apple-library/xcode/xcode-signed-app-transaction"))
        let appTransaction = try AppTransaction(payload: app.payload)
        #expect(
            appTransaction.originalPurchaseDate?.millisecondsSince1970 == -62_135_769_600_000)
        #expect(appTransaction.environment == .xcode)
    }

    @Test("Unknown values and keys do not lose a transaction, and a large price is exact")
    func unknownValues() throws {
        let odd = try CompactJWS(
            Fixture.token("apple-library/derived/ok-unknown-enum-and-fields.jws"))
        let transaction = try Transaction(payload: odd.payload)
        #expect(transaction.productType?.rawValue == "Suite Subscription")
        #expect(transaction.offerType?.rawValue == 9)
        #expect(transaction.previousOriginalID == "777")
        let large = try CompactJWS(Fixture.token("apple-library/derived/ok-large-price.jws"))
        #expect(try Transaction(payload: large.payload).priceMilliunits == 9_007_199_254_740_993)
    }

    @Test("What is not an App Store payload decodes to nothing or not at all")
    func otherJSON() throws {
        #expect(throws: JSONError.self) {
            try StoreNotification(
                payload: Fixture.bytes("corpus/decoded/rickwierenga_invalid_json_numbers.json"))
        }
        let versionOne = try Fixture.bytes("corpus/decoded/aporat_v1_notification.json")
        #expect(try PayloadKind(of: versionOne) == .unknown)
    }

    @Test("The kind of a payload is found by its keys")
    func kinds() throws {
        for (name, kind) in [
            ("signedTransaction", PayloadKind.transaction),
            ("signedRenewalInfo", .renewalInfo), ("appTransaction", .appTransaction),
            ("signedNotification", .notification), ("signedSummaryNotification", .notification),
            ("decodedRealtimeRequest", .realtimeRequest), ("apiException", .unknown),
        ] {
            #expect(try PayloadKind(of: Self.model(name)) == kind, "\(name)")
        }
    }
}
