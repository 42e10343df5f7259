import Foundation
import LedgerTesting

@testable import Ledger

/// Reads what the tests' App Store signs, before it is signed, as facts of the model.
///
/// The digest is the ledger's own: it decides where nothing else does (R6), and any number would.
struct ModelReader {
    private var digester = ModelDigester()

    /// The inputs of a body: a notification, signed objects, a history page, a status response.
    mutating func inputs(of body: TestJSON) throws -> [ModelFacts.Input] {
        if let notification = body["signedPayload"] { return [try input(of: notification)] }
        if let page = body["signedTransactions"]?.elements {
            return try page.map { ModelFacts.Input(transaction: try transaction($0)) }
        }
        if let groups = body["data"]?.elements {
            let last = groups.flatMap { $0["lastTransactions"]?.elements ?? [] }
            return try last.flatMap { try inputs(of: $0) }
        }
        return [
            ModelFacts.Input(
                transaction: try body["signedTransactionInfo"].map { try transaction($0) },
                renewal: try body["signedRenewalInfo"].map { try renewal($0) })
        ]
    }

    private mutating func input(of notification: TestJSON) throws -> ModelFacts.Input {
        let data = notification["data"]
        let transaction = try data?["signedTransactionInfo"].map { try self.transaction($0) }
        let renewal = try data?["signedRenewalInfo"].map { try self.renewal($0) }
        let date = notification.instant("signedDate") ?? transaction?.date
        let note = ModelFacts.Note(
            type: notification["notificationType"]?.stringValue ?? "",
            subtype: notification["subtype"]?.stringValue, date: date ?? .distantPast,
            transaction: transaction, renewal: renewal)
        return ModelFacts.Input(note: note, transaction: transaction, renewal: renewal)
    }

    private mutating func transaction(
        _ json: TestJSON
    ) throws -> ModelFacts.Signed<ModelFacts.Transaction> {
        ModelFacts.Signed(
            date: json.instant("signedDate") ?? .distantPast,
            digest: try digester.digest(ofTransaction: json), token: json.token,
            appTransaction: json["appTransactionId"]?.stringValue,
            content: ModelFacts.Transaction(json))
    }

    private mutating func renewal(
        _ json: TestJSON
    ) throws -> ModelFacts.Signed<ModelFacts.Renewal> {
        ModelFacts.Signed(
            date: json.instant("signedDate") ?? .distantPast,
            digest: try digester.digest(ofRenewal: json), token: json.token,
            appTransaction: json["appTransactionId"]?.stringValue,
            content: ModelFacts.Renewal(json))
    }
}

extension ModelFacts.Transaction {
    init(_ json: TestJSON) {
        id = json["transactionId"]?.stringValue ?? ""
        original = json["originalTransactionId"]?.stringValue ?? ""
        key = ModelKey(json)
        product = json["productId"]?.stringValue
        group = json["subscriptionGroupIdentifier"]?.stringValue
        type = json["type"]?.stringValue
        purchaseDate = json.instant("purchaseDate")
        expiresDate = json.instant("expiresDate")
        quantity = json["quantity"]?.integerValue ?? 1
        isFamilyShared = json["inAppOwnershipType"]?.stringValue == "FAMILY_SHARED"
        isPurchased = json["inAppOwnershipType"].map { $0.stringValue == "PURCHASED" } ?? true
        hasOffer = json["offerType"] != nil
        revocationDate = json.instant("revocationDate")
        let wholes = ["REFUND_FULL", "FAMILY_REVOKE"]
        let isWhole = wholes.contains(json["revocationType"]?.stringValue ?? "")
        revokedShare = isWhole ? 100_000 : json["revocationPercentage"]?.integerValue ?? 100_000
        isUpgraded = json["isUpgraded"] == .bool(true)
    }
}

extension ModelKey {
    /// 1.1: a paid period by its line item, where that is absent or "0" by its transaction; a
    /// one-time purchase by its original transaction (F24, F25).
    ///
    /// Where no type says which it is, a group or a line item says that it is a subscription.
    init(_ json: TestJSON) {
        let type = json["type"]?.stringValue
        let oneTime = ["Consumable", "Non-Consumable", "Non-Renewing Subscription"]
        let item = json["webOrderLineItemId"]?.stringValue
        let isSubscription =
            type == "Auto-Renewable Subscription"
            || !oneTime.contains(type ?? "")
                && (item != nil || json["subscriptionGroupIdentifier"] != nil)
        if !isSubscription {
            self.init(kind: .oneTime, id: json["originalTransactionId"]?.stringValue ?? "")
        } else if let item, item != "0" {
            self.init(kind: .period, id: item)
        } else {
            self.init(kind: .periodWithoutLineItem, id: json["transactionId"]?.stringValue ?? "")
        }
    }
}

extension ModelFacts.Renewal {
    init(_ json: TestJSON) {
        willAutoRenew = json["autoRenewStatus"]?.integerValue.map { $0 == 1 }
        autoRenewProduct = json["autoRenewProductId"]?.stringValue
        isInBillingRetry = json["isInBillingRetryPeriod"] == .bool(true)
        graceEnd = json.instant("gracePeriodExpiresDate")
        expirationIntent = json["expirationIntent"]?.integerValue
    }
}

extension TestJSON {
    fileprivate func instant(_ key: String) -> Instant? {
        self[key]?.integerValue.map { Instant(millisecondsSince1970: $0) }
    }

    /// F21, F22: an all-zero token is none.
    fileprivate var token: String? {
        let text = self["appAccountToken"]?.stringValue?.lowercased()
        return text?.contains { $0 != "0" && $0 != "-" } == true ? text : nil
    }
}
