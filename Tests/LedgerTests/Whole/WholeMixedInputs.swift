import Foundation
import LedgerTesting

@testable import Ledger

/// Makes inputs in which few signed payloads come together in every way.
struct WholeMixedInputs {
    private static let otherBundleID = "com.example.other"
    private static let otherAppAppleID: Int64 = 987_654_321
    private static let types = [
        "SUBSCRIBED", "DID_RENEW", "REFUND", "REFUND_REVERSED", "DID_CHANGE_RENEWAL_STATUS",
        "FROM_TOMORROW",
    ]

    /// Mostly those of one app in production, so that they meet.
    private let payloads: [WholeMixedPayloads]

    init(using random: inout SeededGenerator) throws {
        var other = try WholeStore.production()
        other.bundleID = Self.otherBundleID
        other.appAppleID = Self.otherAppAppleID
        let app = try WholeMixedPayloads(of: WholeStore.production(), using: &random)
        let otherApp = try WholeMixedPayloads(of: other, using: &random)
        let sandbox = try WholeMixedPayloads(of: WholeStore.sandbox(), using: &random)
        payloads = [app, app, app, app, otherApp, sandbox]
    }

    /// What a ledger of both apps is made with.
    static func configuration() throws -> LedgerConfiguration {
        var configuration = try WholeLedger.configuration()
        configuration.apps.append(.init(bundleID: otherBundleID, appAppleID: otherAppAppleID))
        return configuration
    }

    func next(using random: inout SeededGenerator) throws -> SignedInput {
        let payloads = random.pick(payloads)
        let line = Int.random(in: WholeMixedPayloads.lines.indices, using: &random)
        let transaction = random.pick(payloads.transactions[line])
        let renewalInfo = random.pick(payloads.renewalInfos[line])
        let appTransaction = random.pick(payloads.appTransactions)
        switch Int.random(in: 0..<20, using: &random) {
        case 0, 1: return .transaction(Array(transaction.utf8), renewalInfo: nil)
        case 2..<8:
            return .transaction(Array(transaction.utf8), renewalInfo: Array(renewalInfo.utf8))
        case 8, 9: return .appTransaction(Array(appTransaction.utf8))
        case 10: return .renewalInfo(Array(renewalInfo.utf8))
        case 11: return .unrecognized(Array(random.pick([transaction, appTransaction]).utf8))
        case 12: return broken(transaction, renewalInfo, &random)
        default:
            let notification = notification(
                of: payloads.store, transaction, renewalInfo, appTransaction, &random)
            let token = Array(try payloads.store.sign(notification).utf8)
            return random.chance(80) ? .notification(token) : .unrecognized(token)
        }
    }

    /// A notification with any of the parts, dated or not.
    private func notification(
        of store: TestAppStore, _ transaction: String, _ renewalInfo: String,
        _ appTransaction: String, _ random: inout SeededGenerator
    ) -> TestJSON {
        var data: [String: TestJSON] = [:]
        if random.chance(85) {
            data["signedTransactionInfo"] = .string(transaction)
            if random.chance(60) { data["signedRenewalInfo"] = .string(renewalInfo) }
        }
        var notification = store.notification(
            type: random.pick(Self.types),
            uuid: "5e5e5e5e-0000-4000-8000-00000000000\(Int.random(in: 0..<9, using: &random))",
            signedDate: WholeMixedPayloads.date(&random), status: random.chance(50) ? 1 : nil,
            data: data)
        if random.chance(15) {
            notification["appData"] = [
                "bundleId": .string(store.bundleID), "appAppleId": .integer(store.appAppleID),
                "environment": .string(store.environment),
                "signedAppTransactionInfo": .string(appTransaction),
            ]
            if random.chance(60) { notification["data"] = nil }
        }
        if random.chance(8) { notification["signedDate"] = nil }
        return notification
    }

    /// Bytes that go to quarantine, though they name somebody.
    private func broken(
        _ transaction: String, _ renewalInfo: String, _ random: inout SeededGenerator
    ) -> SignedInput {
        var bytes = Array(transaction.utf8)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[bytes.count - 5] ^= 1
        case 1: bytes[bytes.count / 2] ^= 4
        case 2: bytes.removeLast(7)
        default: bytes = Array(renewalInfo.utf8)
        }
        if random.chance(50) { return .notification(bytes) }
        return .transaction(bytes, renewalInfo: random.chance(50) ? Array(renewalInfo.utf8) : nil)
    }
}
