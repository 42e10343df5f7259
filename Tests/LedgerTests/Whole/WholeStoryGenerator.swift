import Foundation
import LedgerTesting

@testable import Ledger

/// Makes up a history from a seed.
struct WholeStoryGenerator {
    private let store: TestAppStore
    /// Whether fields are missing and wrong, too.
    private let isWild: Bool
    private var random: SeededGenerator
    private var bodies: [TestJSON] = []
    private var dates: Set<Int64> = []
    private var customers: [CustomerSelector] = []

    private static let day: Int64 = 86_400_000
    private static let start: Int64 = 1_767_600_000_000

    init(seed: UInt64, store: TestAppStore, isWild: Bool) {
        self.store = store
        self.isWild = isWild
        random = SeededGenerator(seed: seed)
    }

    /// The history of several customers; more steps make each subscription longer.
    static func story(
        seed: UInt64, steps: Int = 9, purchases: Int = 2, store: TestAppStore? = nil,
        isWild: Bool = true
    ) throws -> WholeStory {
        var generator = WholeStoryGenerator(
            seed: seed, store: try store ?? WholeStore.production(), isWild: isWild)
        return try generator.story(steps: steps, purchases: purchases)
    }

    private mutating func story(steps: Int, purchases: Int) throws -> WholeStory {
        let buyers = [
            try TestCustomer(appAccountToken: WholeStory.tokens[0], appTransactionID: "7001"),
            try TestCustomer(appAccountToken: WholeStory.tokens[1], appTransactionID: "7002"),
            try TestCustomer(appTransactionID: "7003"),
            try TestCustomer(appAccountToken: "00000000-0000-0000-0000-000000000000"),
        ]
        var number: Int64 = 410_000_000_000_000
        for (index, buyer) in buyers.enumerated() {
            let products = [
                WholeStore.basic, WholeStore.plus,
                index.isMultiple(of: 2) ? WholeStore.news : WholeStore.mystery,
            ]
            let lines = index == 0 ? products : [products[Int.random(in: 0..<3, using: &random)]]
            for product in lines {
                number += 1_000
                try live(buyer, product, String(number), steps: steps)
            }
            for _ in 0..<purchases {
                number += 1_000
                try buy(buyer, String(number))
            }
        }
        bodies.append(["signedPayload": try store.testNotification(at: TestDate(date()))])
        bodies.append([
            "signedPayload": store.notification(type: "FROM_TOMORROW", signedDate: date())
        ])
        return try signed()
    }

    private mutating func signed() throws -> WholeStory {
        var story = WholeStory()
        story.bodies = bodies
        for body in bodies { story.deliveries.append(try store.signBody(body).json) }
        for date in dates.sorted() {
            for offset: Int64 in [-1, 0, 1] {
                story.instants.append(Instant(millisecondsSince1970: date + offset))
            }
        }
        let accounts = WholeStory.tokens.compactMap { UUID(uuidString: $0) }
        story.customers = accounts.map { .appAccountToken($0) } + customers
        story.customers.append(.appTransactionID("7003"))
        return story
    }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    private mutating func date() -> Int64 {
        Self.start + Int64.random(in: 0..<(200 * Self.day), using: &random)
    }

    /// Odd fields of one notification.
    private mutating func oddities() -> TestChanges {
        var changes = TestChanges.none
        if chance(6) { changes.transaction["appAccountToken"] = .string(token()) }
        if chance(6) { changes.renewalInfo["appAccountToken"] = .string(token()) }
        if chance(6) { changes.transaction["appAccountToken"] = .null }
        if chance(3) {
            changes.notification["notificationUUID"] = "5e5e5e5e-0000-4000-8000-000000000000"
        }
        if isWild, chance(8) { damage(&changes) }
        return changes
    }

    /// Takes a field away or gives it a value that nobody expects.
    private mutating func damage(_ changes: inout TestChanges) {
        let date = TestJSON.integer(date())
        let wild: [(String, TestJSON)] = [
            ("type", .null), ("purchaseDate", .null), ("purchaseDate", date),
            ("expiresDate", .null), ("expiresDate", date), ("quantity", .null),
            ("webOrderLineItemId", .null), ("webOrderLineItemId", "0"),
            // The first period of the first line.
            ("webOrderLineItemId", "9410000000001000"), ("subscriptionGroupIdentifier", .null),
            ("isUpgraded", true), ("inAppOwnershipType", .null), ("productId", "pro.plus"),
            ("revocationDate", date), ("type", "Consumable"), ("originalPurchaseDate", date),
        ]
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let (name, value) = wild[Int.random(in: wild.indices, using: &random)]
            changes.transaction[name] = value
        }
    }

    private mutating func token() -> String {
        WholeStory.tokens[Int.random(in: 0..<3, using: &random)]
    }

    // MARK: Subscriptions

    private mutating func live(
        _ customer: TestCustomer, _ product: TestProduct, _ id: String, steps: Int
    ) throws {
        var subscription = try TestSubscription(
            store: store, customer: customer, product: product, originalTransactionID: id)
        customers.append(.originalTransactionID(id))
        let isFamily = chance(15)
        var now = Self.start + Int64.random(in: 0..<(60 * Self.day), using: &random)
        deliver(try subscription.subscribe(at: TestDate(now), changing: oddities()), isFamily)
        for _ in 0..<steps {
            let newest = try subscription.transactions(signedAt: TestDate(now)).last
            let end = newest?["expiresDate"]?.integerValue ?? now
            let later = now + Int64.random(in: 1..<(3 * Self.day), using: &random)
            let odd = oddities()
            let (at, notification) = step(
                &subscription, later: later, end: max(end, now + 1), changing: odd)
            guard let notification else { continue }
            now = max(now, at)
            dates.formUnion([at, end])
            deliver(notification, isFamily)
            if chance(4) { deliverOtherContent(notification) }
            try deliverOtherwise(
                subscription, at: now, isFamily, isPlain: odd == .none && at == now)
        }
    }

    /// Lets something happen, if it can, after all that was signed before.
    private mutating func step(
        _ subscription: inout TestSubscription, later: Int64, end: Int64,
        changing odd: TestChanges
    ) -> (at: Int64, TestJSON?) {
        let (at, last) = (TestDate(later), TestDate(end))
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<5:
            let early = end - Int64.random(in: 0..<(Self.day), using: &random)
            let signed = max(early, later)
            return (signed, try? subscription.renew(at: TestDate(signed), changing: odd))
        case 5, 6:
            let product =
                subscription.product.id == "pro.basic" ? WholeStore.plus : WholeStore.basic
            return (later, try? subscription.upgrade(to: product, at: at, changing: odd))
        case 7:
            let product = subscription.product.id == "pro.plus" ? WholeStore.basic : WholeStore.plus
            return (later, try? subscription.downgrade(to: product, at: at, changing: odd))
        case 8: return (later, try? subscription.setAutoRenew(chance(50), at: at, changing: odd))
        case 9: return (end, try? subscription.failToRenew(at: last, changing: odd))
        case 10, 11:
            var odd = odd
            if chance(30) { odd.renewalInfo["gracePeriodExpiresDate"] = .null }
            let grace = TestDate(end + 6 * Self.day)
            return (end, try? subscription.failToRenew(at: last, graceUntil: grace, changing: odd))
        case 12:
            let at = end + Self.day
            return (at, try? subscription.recover(at: TestDate(at), changing: odd))
        case 13:
            let at = end + 6 * Self.day
            return (at, try? subscription.endGracePeriod(at: TestDate(at), changing: odd))
        case 14: return (end, try? subscription.expire(at: last, changing: odd))
        case 15: return (later, try? subscription.subscribe(at: at, changing: odd))
        case 16, 17: return (later, refund(&subscription, at: at, odd))
        case 18:
            let refunded = subscription.transactionIDs.randomElement(using: &random)
            return (later, try? subscription.reverseRefund(refunded, at: at, changing: odd))
        default:
            let types = [
                "PRICE_INCREASE", "CONSUMPTION_REQUEST", "FROM_TOMORROW", "REFUND_DECLINED",
            ]
            let type = types.randomElement(using: &random) ?? ""
            return (later, try? subscription.notification(type: type, at: at, changing: odd))
        }
    }

    private mutating func refund(
        _ subscription: inout TestSubscription, at date: TestDate, _ changes: TestChanges
    ) -> TestJSON? {
        var changes = changes
        if chance(20) {
            let fields = [
                "revocationDate", "revocationReason", "revocationType", "revocationPercentage",
            ]
            for field in fields { changes.transaction[field] = .null }
        }
        let period = subscription.transactionIDs.randomElement(using: &random)
        return try? subscription.refund(
            period, at: date, percentage: chance(50) ? 100_000 : 33_333, changing: changes)
    }

    private mutating func deliver(_ notification: TestJSON, _ isFamily: Bool) {
        var notification = notification
        if isFamily, var data = notification["data"] {
            data["signedTransactionInfo"] = data["signedTransactionInfo"]?.with(Self.family)
            notification["data"] = data
        }
        bodies.append(["signedPayload": notification])
    }

    /// The same signed dates with other content: the order is decided by what was signed (R6).
    private mutating func deliverOtherContent(_ notification: TestJSON) {
        var notification = notification
        guard var data = notification["data"] else { return }
        data["signedTransactionInfo"] = data["signedTransactionInfo"]?.with([
            "price": 1, "expiresDate": .integer(date()),
        ])
        data["signedRenewalInfo"] = data["signedRenewalInfo"]?.with(["renewalPrice": 1])
        notification["data"] = data
        notification["notificationUUID"] = .string(
            "6e6e6e6e-0000-4000-8000-\(100_000_000_000 + bodies.count)")
        bodies.append(["signedPayload": notification])
    }

    private static let family: [String: TestJSON] = ["inAppOwnershipType": "FAMILY_SHARED"]

    /// The same facts, as an answer of the API or from a device.
    private mutating func deliverOtherwise(
        _ subscription: TestSubscription, at now: Int64, _ isFamily: Bool, isPlain: Bool
    ) throws {
        guard chance(35) else { return }
        let signed = TestDate(isPlain && chance(50) ? now : now + 60_000)
        var transactions = try subscription.transactions(signedAt: signed)
        if isFamily { transactions = transactions.map { $0.with(Self.family) } }
        guard let newest = transactions.last else { return }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bodies.append(["signedTransactionInfo": newest])
        case 1:
            bodies.append([
                "signedTransactionInfo": newest,
                "signedRenewalInfo": try subscription.renewalInfo(signedAt: signed),
            ])
        case 2: bodies += try store.historyPages(of: transactions, pageSize: 3)
        case 3 where !isFamily:
            bodies.append(try store.statusResponse(of: [subscription], at: signed))
        default:
            // The same period, as another device restored it.
            let id = (newest["transactionId"]?.stringValue ?? "") + "7"
            bodies.append(["signedTransactionInfo": newest.with(["transactionId": .string(id)])])
        }
    }

    // MARK: One-time purchases

    private mutating func buy(_ customer: TestCustomer, _ id: String) throws {
        let products: [(String, TestProduct.Kind)] = [
            ("coins.100", .consumable), ("coins.100", .consumable), ("lifetime", .nonConsumable),
            ("season", .nonRenewing), ("mystery.gems", .consumable),
        ]
        let (name, kind) = products.randomElement(using: &random) ?? ("coins.100", .consumable)
        let quantity = kind == .consumable ? Int64.random(in: 1...5, using: &random) : 1
        var now = date()
        var purchase = try TestPurchase(
            store: store, customer: customer, product: .oneTime(name, kind), transactionID: id,
            quantity: quantity, at: TestDate(now))
        customers.append(.originalTransactionID(id))
        dates.insert(now)
        bodies.append(["signedPayload": try purchase.charge(changing: oddities())])
        for _ in 0..<Int.random(in: 0..<6, using: &random) {
            now += Int64.random(in: 1..<(20 * Self.day), using: &random)
            dates.insert(now)
            let (at, odd) = (TestDate(now), oddities())
            let percentage: Int64 = chance(50) ? 100_000 : 33_333
            let notification =
                switch Int.random(in: 0..<4, using: &random) {
                case 0, 1: try? purchase.refund(at: at, percentage: percentage, changing: odd)
                case 2: try? purchase.reverseRefund(at: at, changing: odd)
                default: try? purchase.requestConsumption(at: at, changing: odd)
                }
            if let notification { bodies.append(["signedPayload": notification]) }
            if odd == .none, chance(30) {
                bodies.append(["signedTransactionInfo": try purchase.transaction(signedAt: at)])
            }
        }
    }
}

extension TestDate {
    fileprivate init(_ milliseconds: Int64) { self.init(millisecondsSince1970: milliseconds) }
}
