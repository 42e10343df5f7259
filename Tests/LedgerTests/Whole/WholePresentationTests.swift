import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("The whole ledger: who owns a line")
struct WholePresentationTests {
    private static let purchaseDate: Int64 = 1_767_600_000_000

    /// One statement with and without a token, presented by an account or by nobody.
    private struct Delivery {
        let body: [UInt8]
        let presenter: UUID?
        let hasToken: Bool
    }

    private func deliveries() throws -> [Delivery] {
        let store = try WholeStore.production()
        let bare = store.transaction(
            id: "61", productID: "coins.100", purchaseDate: Self.purchaseDate,
            fields: ["type": "Consumable"])
        func body(_ signed: Int64, _ fields: [String: TestJSON] = [:]) throws -> [UInt8] {
            let payload = bare.with(["signedDate": .integer(Self.purchaseDate + signed)])
                .with(fields)
            return try store.signBody(["signedTransactionInfo": payload]).json
        }
        let token: [String: TestJSON] = ["appAccountToken": .string(WholeStory.tokens[2])]
        return [
            Delivery(body: try body(1), presenter: WholeStory.account(0), hasToken: false),
            Delivery(body: try body(1), presenter: WholeStory.account(1), hasToken: false),
            Delivery(body: try body(2), presenter: nil, hasToken: false),
            Delivery(body: try body(3), presenter: WholeStory.account(1), hasToken: false),
            Delivery(body: try body(5, token), presenter: WholeStory.account(0), hasToken: true),
        ]
    }

    @Test("The first account owns a line without a token; a signed token beats it when it comes")
    func owners() async throws {
        let deliveries = try deliveries()
        var random = SeededGenerator(seed: 4)
        for round in 0..<8 {
            let whole = try WholeLedger()
            try await whole.importCatalog()
            var (presenter, hasToken): (UUID?, Bool) = (nil, false)
            for delivery in deliveries.shuffled(using: &random) {
                try await whole.ingest(delivery.body, presentedBy: delivery.presenter)
                presenter = presenter ?? delivery.presenter
                hasToken = hasToken || delivery.hasToken
                let owner = hasToken ? WholeStory.account(2) : presenter
                for index in 0..<3 {
                    let account = try #require(WholeStory.account(index))
                    let balances = try whole.ledger.balances(of: .appAccountToken(account)).value
                    let expected: [Int64] = account == owner ? [100] : []
                    #expect(balances.map(\.balance) == expected, "round \(round)")
                }
                let unattributed = try whole.ledger.unattributed().value
                #expect(unattributed.isEmpty == (owner != nil), "round \(round)")
            }
            #expect(try whole.ledger.verify(signatures: true).isIntact)
            await whole.ledger.close()
        }
    }
}
