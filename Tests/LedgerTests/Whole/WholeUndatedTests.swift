import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("The whole ledger: payloads without a signed date")
struct WholeUndatedTests {
    private static let date: Int64 = 1_767_600_000_000

    /// A signed payload of line 9100; without a date where none is given.
    private static func token(_ signedDate: Int64?, isRenewalInfo: Bool) throws -> [UInt8] {
        let store = try WholeStore.production()
        var payload =
            isRenewalInfo
            ? store.renewalInfo(
                originalID: "9100", productID: WholeStore.plus.id, signedDate: date)
            : store.transaction(
                id: "9100", productID: WholeStore.plus.id, purchaseDate: date,
                expiresDate: date + 86_400_000)
        payload["signedDate"] = signedDate.map { .integer($0) }
        return Array(try store.sign(payload).utf8)
    }

    /// The input that brings a transaction, a renewal info beside it or both in a notification.
    private static func input(_ random: inout SeededGenerator) throws -> SignedInput {
        func someDate() -> Int64? {
            [nil, date, date + 1].randomElement(using: &random) ?? nil
        }
        let transaction = try token(someDate(), isRenewalInfo: false)
        let renewalInfo: [UInt8]? =
            Bool.random(using: &random) ? try token(someDate(), isRenewalInfo: true) : nil
        guard Bool.random(using: &random) else {
            return .transaction(transaction, renewalInfo: renewalInfo)
        }
        let store = try WholeStore.production()
        var data: [String: TestJSON] = [
            "signedTransactionInfo": .string(String(decoding: transaction, as: UTF8.self))
        ]
        data["signedRenewalInfo"] = renewalInfo.map { .string(String(decoding: $0, as: UTF8.self)) }
        let type: TestJSON = Bool.random(using: &random) ? "DID_RENEW" : "REFUND_REVERSED"
        var notification = store.notification(
            type: type.stringValue ?? "", signedDate: date + 2, data: data)
        if Bool.random(using: &random) { notification["signedDate"] = nil }
        return .notification(Array(try store.sign(notification).utf8))
    }

    @Test(
        "The same bytes are the same statement, before a rebuild and after it, and nothing is damage",
        arguments: 1...24 as ClosedRange<UInt64>)
    func sameStatement(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let whole = try WholeLedger()
        var inputs: [SignedInput] = []
        for _ in 0..<4 { inputs.append(try Self.input(&random)) }
        for input in inputs {
            _ = try await whole.ledger.record(input)
            whole.clock.advance(milliseconds: 5)
        }
        let events = try whole.ledger.statistics().events
        for input in inputs { _ = try await whole.ledger.record(input) }
        #expect(try whole.ledger.statistics().events == events, "seed \(seed)")
        let before = try whole.ledger.verify(signatures: true)
        #expect(before.isIntact, "seed \(seed): \(before.damage)")
        await whole.ledger.close()
        let rebuilt = try TransactionLedger.rebuild(at: whole.path)
        #expect(rebuilt.tables.allSatisfy { $0.correctedCount == 0 }, "seed \(seed)")
        let again = try WholeLedger(reopening: whole)
        for input in inputs { _ = try await again.ledger.record(input) }
        #expect(try again.ledger.statistics().events == events, "seed \(seed)")
        await again.ledger.close()
    }
}
