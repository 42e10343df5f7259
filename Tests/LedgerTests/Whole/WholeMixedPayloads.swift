import Foundation
import LedgerTesting

@testable import Ledger

/// Few signed payloads of one app in one environment, about the same few lines and customers.
///
/// Whose they are differs from payload to payload, and so does what they leave out.
struct WholeMixedPayloads {
    static let accounts = (1...4).compactMap {
        UUID(uuidString: "0a0a0a0a-1111-4111-8111-00000000000\($0)")
    }
    static let appTransactionIDs = [
        "704111111111111111", "704222222222222222", "704333333333333333", "70455555",
    ]
    /// The originalTransactionIds of the lines, as numbers to count transactions from.
    static let lines: [Int64] = [410_000_000_001_000, 410_000_000_002_000, 410_000_000_003_000]
    static let start: Int64 = 1_767_600_000_000
    static let day: Int64 = 86_400_000

    let store: TestAppStore
    /// By line.
    private(set) var transactions: [[String]] = []
    /// By line.
    private(set) var renewalInfos: [[String]] = []
    private(set) var appTransactions: [String] = []

    init(of store: TestAppStore, using random: inout SeededGenerator) throws {
        self.store = store
        for line in Self.lines.indices {
            transactions.append(
                try (0..<4).map { _ in try signed(transaction(of: line, &random), &random) })
            renewalInfos.append(
                try (0..<3).map { _ in try signed(renewalInfo(of: line, &random), &random) })
        }
        appTransactions = try (0..<3).map { _ in try signed(appTransaction(&random), &random) }
    }

    /// One of few dates.
    static func date(_ random: inout SeededGenerator) -> Int64 {
        start + Int64.random(in: 0..<6, using: &random) * day
    }

    private func transaction(of line: Int, _ random: inout SeededGenerator) -> TestJSON {
        let original = Self.lines[line]
        let number = random.chance(50) ? 0 : Int64.random(in: 1..<4, using: &random)
        let purchased = Self.start + Int64.random(in: 0..<2, using: &random) * Self.day
        let products = ["pro.basic", "pro.plus", "lifetime", "coins.100", "mystery"]
        var fields = customer(of: line, &random)
        let odd: [(String, TestJSON)] = [
            ("revocationDate", .integer(Self.date(&random))), ("transactionReason", "RENEWAL"),
            ("isUpgraded", true), ("inAppOwnershipType", "FAMILY_SHARED"),
            ("price", .integer(Int64.random(in: 0..<3, using: &random))),
        ]
        for (name, value) in odd where random.chance(20) { fields[name] = value }
        let payload = store.transaction(
            id: String(original + number), originalID: String(original),
            productID: random.pick(products), purchaseDate: purchased,
            expiresDate: random.chance(70) ? purchased + random.pick([3, 900]) * Self.day : nil,
            signedDate: Self.date(&random), fields: fields)
        let optional = [
            "quantity", "type", "inAppOwnershipType", "storefront", "price", "currency",
            "webOrderLineItemId", "subscriptionGroupIdentifier", "expiresDate", "purchaseDate",
            "originalPurchaseDate", "transactionReason", "signedDate",
        ]
        return Self.without(optional, payload, &random)
    }

    private func renewalInfo(of line: Int, _ random: inout SeededGenerator) -> TestJSON {
        var fields = customer(of: line, &random)
        if random.chance(20) {
            fields["gracePeriodExpiresDate"] = .integer(Self.date(&random))
        }
        let payload = store.renewalInfo(
            originalID: String(Self.lines[line]),
            productID: random.pick(["pro.basic", "pro.plus"]),
            signedDate: Self.date(&random), autoRenewStatus: random.chance(70) ? 1 : 0,
            fields: fields)
        let optional = ["autoRenewProductId", "autoRenewStatus", "productId", "signedDate"]
        return Self.without(optional, payload, &random)
    }

    private func appTransaction(_ random: inout SeededGenerator) -> TestJSON {
        let purchased = Self.start - Int64.random(in: 0..<2, using: &random)
        let payload = store.appTransaction(
            id: random.chance(75) ? random.pick(Self.appTransactionIDs) : nil,
            originalPurchaseDate: purchased, signedDate: Self.date(&random))
        return Self.without(["originalPlatform", "applicationVersion"], payload, &random)
    }

    /// Who is named: mostly who has the line, sometimes another, or nobody in some way.
    private func customer(
        of line: Int, _ random: inout SeededGenerator
    ) -> [String: TestJSON] {
        var fields: [String: TestJSON] = [:]
        if random.chance(75) {
            let account = random.chance(65) ? Self.accounts[line] : random.pick(Self.accounts)
            let text = account.uuidString
            fields["appAccountToken"] = .string(random.chance(70) ? text.lowercased() : text)
        } else if random.chance(20) {
            let nobody = ["", "not-a-uuid", "00000000-0000-0000-0000-000000000000"]
            fields["appAccountToken"] = .string(random.pick(nobody))
        }
        if random.chance(75) {
            let ids = Self.appTransactionIDs
            fields["appTransactionId"] = .string(random.chance(65) ? ids[line] : random.pick(ids))
        }
        return fields
    }

    private static func without(
        _ optional: [String], _ payload: TestJSON, _ random: inout SeededGenerator
    ) -> TestJSON {
        var payload = payload
        for name in optional where random.chance(5) { payload[name] = nil }
        return payload
    }

    /// Signs a payload, some with escapes of JSON in the names of the customer.
    private func signed(_ payload: TestJSON, _ random: inout SeededGenerator) throws -> String {
        var text = String(decoding: payload.json, as: UTF8.self)
        for member in ["appAccountToken", "appTransactionId"] {
            guard let name = payload[member]?.stringValue, !name.isEmpty, random.chance(15)
            else { continue }
            let escaped = name.replacing("-", with: "\\u002d").replacing("7", with: "\\u0037")
            text = text.replacing("\"\(name)\"", with: "\"\(escaped)\"")
        }
        return try store.sign(payload: Array(text.utf8))
    }
}

extension SeededGenerator {
    /// True as many times out of a hundred.
    mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &self) < percent
    }

    /// One of the elements, of which there is at least one.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }
}
