import Foundation
import LedgerTesting
import Testing

@testable import Ledger

/// A customer, her products, and the verifier of a ledger that trusts the store.
struct StorySupport {
    let store: TestAppStore
    let customer: TestCustomer
    let verifier: SignedInputVerifier

    static let monthly = TestProduct.subscription("pro.monthly")
    static let yearly = TestProduct.subscription("pro.yearly", period: .years(1), price: 99_990)
    static let coins = TestProduct.oneTime("coins.100", .consumable, price: 1990)

    init() throws {
        store = try TestAppStore(seed: "stories")
        customer = try TestCustomer(
            appAccountToken: "A11CE000-0000-4000-8000-000000000001", appTransactionID: "704")
        verifier = try VerificationSupport.verifier(trusting: store)
    }

    /// A subscription that nobody has bought yet.
    func subscription(_ product: TestProduct = monthly) throws -> TestSubscription {
        try TestSubscription(
            store: store, customer: customer, product: product, originalTransactionID: "1000")
    }

    /// A subscription bought on 5 January.
    func subscribed() throws -> TestSubscription {
        var subscription = try subscription()
        _ = try subscription.subscribe(at: "2026-01-05T09:00:00Z")
        return subscription
    }

    /// Coins bought on 12 January.
    func purchase(_ product: TestProduct = coins, quantity: Int64 = 1) throws -> TestPurchase {
        try TestPurchase(
            store: store, customer: customer, product: product, transactionID: "5001",
            quantity: quantity, at: "2026-01-12T18:30:00Z")
    }

    /// What verification makes of a notification.
    func verify(_ notification: TestJSON) throws -> VerifiedNotification {
        let token = Array(try store.signedPayload(notification).utf8)
        let result = try verifier.verify(
            .notification(token), recordedAt: VerificationSupport.recordedAt)
        guard case .notification(let parts)? = result.input else {
            throw StoryFailure.notAccepted(result.reason)
        }
        return parts
    }

    /// Every input of a body, verified.
    func verify(body: TestJSON) throws -> [VerifiedInput] {
        var reader = InputReader()
        let elements = reader.read(try store.signBody(body).json.span) + reader.finish()
        return try elements.map { element in
            guard case .input(let input) = element.content else {
                throw StoryFailure.notAccepted(nil)
            }
            let result = try verifier.verify(input, recordedAt: VerificationSupport.recordedAt)
            guard let input = result.input else { throw StoryFailure.notAccepted(result.reason) }
            return input
        }
    }

    /// A date of a story, as the ledger has it.
    static func instant(_ text: String) -> Instant? {
        Instant(iso8601: text, dateAlone: .startOfDay)
    }
}

/// Why a story's input was not taken in.
enum StoryFailure: Error {
    case notAccepted(RefusalReason?)
}
