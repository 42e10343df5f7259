import Foundation
import LedgerTesting

@testable import Ledger

/// A history of several customers as the App Store would sign it, in the order in which it happens.
struct WholeStory {
    /// Signed bodies: notifications, bare transactions, history pages, status responses.
    var deliveries: [[UInt8]] = []
    /// The same before they were signed.
    var bodies: [TestJSON] = []
    /// Dates that the story names, each with the milliseconds around it.
    var instants: [Instant] = []
    var customers: [CustomerSelector] = []

    static let tokens = [
        "0a0a0a0a-1111-4111-8111-000000000001", "0a0a0a0a-1111-4111-8111-000000000002",
        "0a0a0a0a-1111-4111-8111-000000000003",
    ]

    /// A token as the ledger takes it.
    static func account(_ index: Int) -> UUID? { UUID(uuidString: tokens[index]) }

    /// Some of the instants, and now.
    func someInstants(_ count: Int, using random: inout SeededGenerator) -> [Instant] {
        instants.shuffled(using: &random).prefix(count) + [WholeLedger.now]
    }

    /// The deliveries in another order, some of them more than once.
    func shuffled(using random: inout SeededGenerator) -> [[UInt8]] {
        let repeated = deliveries.filter { _ in Int.random(in: 0..<5, using: &random) == 0 }
        return (deliveries + repeated).shuffled(using: &random)
    }
}
