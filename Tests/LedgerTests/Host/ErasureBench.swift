import Foundation
import LedgerTesting
import Testing

@testable import Ledger

/// A ledger with two customers who have done a bit of everything, one of whom is to be erased.
struct ErasureBench {
    static let alice = "a11ce0aa-5b2c-4d3e-8f40-0123456789ab"
    static let bob = "b0b0b0bb-6c3d-4e4f-9a51-ba9876543210"
    static let aliceAppTransactionID = "704318642975310864"
    static let bobAppTransactionID = "704318642975310999"
    static let alicesLine = "2000000411111111"
    static let alicesCoins = "2000000422222222"
    static let bobsLine = "2000000433333333"

    let store: TestAppStore
    let whole: WholeLedger
    /// Everything that was taken in, for another time.
    private(set) var deliveries: [[UInt8]] = []
    private(set) var alicesSubscription: TestSubscription
    private(set) var bobsSubscription: TestSubscription

    var ledger: TransactionLedger { whole.ledger }

    static func account(_ text: String) throws -> CustomerSelector {
        .appAccountToken(try #require(UUID(uuidString: text)))
    }

    init() async throws {
        store = try WholeStore.production()
        whole = try WholeLedger(
            clock: WholeClock(Instant(millisecondsSince1970: 1_768_000_000_000)))
        let alice = try TestCustomer(
            appAccountToken: Self.alice, appTransactionID: Self.aliceAppTransactionID)
        let bob = try TestCustomer(
            appAccountToken: Self.bob, appTransactionID: Self.bobAppTransactionID)
        alicesSubscription = try TestSubscription(
            store: store, customer: alice, product: WholeStore.plus,
            originalTransactionID: Self.alicesLine)
        bobsSubscription = try TestSubscription(
            store: store, customer: bob, product: WholeStore.plus,
            originalTransactionID: Self.bobsLine)
        try await whole.importCatalog()
        try await take(store.notificationBody(alicesSubscription.subscribe(at: "2026-01-02")))
        try await take(store.notificationBody(bobsSubscription.subscribe(at: "2026-01-03")))
        let coins = try TestPurchase(
            store: store, customer: alice, product: .oneTime("coins.100", .consumable),
            transactionID: Self.alicesCoins, at: "2026-01-04")
        try await take(store.notificationBody(coins.charge()))
        try await renew()
        for id in [Self.aliceAppTransactionID, Self.bobAppTransactionID] {
            let appTransaction = store.appTransaction(
                id: id, originalPurchaseDate: 1_767_225_600_000, signedDate: 1_767_600_000_000)
            try await take(Array(try store.sign(appTransaction).utf8))
        }
        try await refuse()
        let alicesAccount = try Self.account(Self.alice)
        _ = try await ledger.spend(5, of: "coins", from: alicesAccount, key: IdempotencyKey("a1"))
        _ = try await ledger.grant("gift", to: alicesAccount, key: IdempotencyKey("a2"))
        _ = try await ledger.finish(transactionID: Self.alicesCoins)
        whole.clock.advance(milliseconds: 60_000)
    }

    /// Takes a body in, and keeps it.
    mutating func take(_ body: [UInt8]) async throws {
        deliveries.append(body)
        try await whole.ingest(body)
        whole.clock.advance(milliseconds: 1_000)
    }

    /// Both customers' subscriptions go on for a period.
    mutating func renew() async throws {
        try await take(store.notificationBody(alicesSubscription.renew()))
        try await take(store.notificationBody(bobsSubscription.renew()))
    }

    /// The next renewal of Bob's subscription.
    mutating func bobRenews() throws -> TestJSON { try bobsSubscription.renew() }

    /// Signed data of both that a stranger signed, and text that is none.
    private mutating func refuse() async throws {
        let stranger = try TestAppStore(seed: "a stranger")
        var (alices, bobs) = (alicesSubscription, bobsSubscription)
        try await take(stranger.notificationBody(alices.renew()))
        try await take(stranger.notificationBody(bobs.renew()))
        for subscription in [alices, bobs] {
            let transaction = try #require(subscription.transactions(signedAt: "2026-02-20").last)
            try await take(Array(try stranger.sign(transaction).utf8))
        }
        for token in [Self.alice.uppercased(), Self.bob] {
            try await take(Array("a note about \(token)\n".utf8))
        }
    }

    func erase(_ customer: CustomerSelector) async throws -> Erasure {
        try await ledger.erase(customer)
    }

    /// The ledger's tables and live tables against its log.
    func verify(signatures: Bool = false) throws -> VerificationReport {
        try ledger.verify(signatures: signatures)
    }
}
