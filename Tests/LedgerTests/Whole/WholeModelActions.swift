import Foundation
import LedgerTesting

@testable import Ledger

/// Something that a round of the model's property does to a ledger.
enum WholeModelAction {
    /// Deliveries that reach the ledger at once, perhaps presented by one account.
    case deliver([(body: TestJSON, bytes: [UInt8])], presenter: Int?)
    case spend(WholeModelCustomer, String, Int64, key: String, at: Instant?)
    case credit(WholeModelCustomer, String, Int64, key: String, until: Instant?, at: Instant?)
    case grant(WholeModelCustomer, String, key: String, until: Instant?, at: Instant?)
    /// Takes back what was done under a key, if it was done.
    case takeBack(Kind, key: String, at: Instant?)
    case assign(line: String, account: Int, at: Instant?)
    case finish(transaction: String)
    case catalog(TestJSON, at: Instant?)
    case policy(String, String, at: Instant?)

    enum Kind { case spend, credit, grant }
}

/// Whom the host means, or a question.
enum WholeModelCustomer {
    case account(Int)
    case line(String)
    case transaction(String)
    case appTransaction(String)

    var selector: CustomerSelector {
        switch self {
        case .account(let index):
            WholeStory.account(index).map { .appAccountToken($0) } ?? .transactionID("")
        case .line(let id): .originalTransactionID(id)
        case .transaction(let id): .transactionID(id)
        case .appTransaction(let id): .appTransactionID(id)
        }
    }
}

/// What one round does, in order, made up from a seed.
struct WholeModelActions {
    let seed: UInt64
    private(set) var actions: [(environment: StoreEnvironment, action: WholeModelAction)] = []
    /// Dates at which an answer may change, and those around them.
    private(set) var instants: [Instant] = []
    private(set) var lines: [String] = []
    private var random: SeededGenerator
    private var keys: [String] = []

    private static let day: Int64 = 86_400_000

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededGenerator(seed: seed &* 31 &+ 7)
        let isWild = chance(50)
        let production = try WholeStoryGenerator.story(
            seed: seed, steps: number(3, 11), purchases: number(1, 4), isWild: isWild)
        // The same originalTransactionIds in the other world.
        let sandbox = try WholeStoryGenerator.story(
            seed: seed &+ 5_000, steps: 3, purchases: 1, store: WholeStore.sandbox(),
            isWild: isWild)
        instants = production.instants + sandbox.instants
        for case .originalTransactionID(let id) in production.customers { lines.append(id) }
        add(production, .production)
        add(sandbox, .sandbox)
        if chance(50) { actions.shuffle(using: &random) }
        if chance(90) { insert(.catalog(WholeModelCatalogs.first, at: nil), before: 3) }
        for _ in 0..<number(10, 70) { insert(hostAction(), before: actions.count) }
        for _ in 0..<number(0, 6) { insert(setting(), before: actions.count) }
    }

    mutating func number(_ low: Int, _ high: Int) -> Int {
        Int.random(in: low...high, using: &random)
    }

    private mutating func chance(_ percent: Int) -> Bool { number(0, 99) < percent }

    /// Some deliveries come late, some twice, some together.
    private mutating func add(_ story: WholeStory, _ environment: StoreEnvironment) {
        var rest = Array(zip(story.bodies, story.deliveries).map { (body: $0, bytes: $1) })
        rest += rest.filter { _ in chance(8) }
        if chance(40) { rest.shuffle(using: &random) }
        while !rest.isEmpty {
            let count = min(number(1, 4), rest.count)
            let presenter = chance(20) ? number(0, 2) : nil
            actions.append((environment, .deliver(Array(rest.prefix(count)), presenter: presenter)))
            rest.removeFirst(count)
        }
    }

    private mutating func insert(_ action: WholeModelAction, before end: Int) {
        let environment: StoreEnvironment = chance(88) ? .production : .sandbox
        actions.insert((environment, action), at: number(0, min(end, actions.count)))
    }

    /// An instant of the stories, any other one, or none: the instant of recording.
    private mutating func instant() -> Instant? {
        if chance(25) { return nil }
        return anyInstant()
    }

    mutating func anyInstant() -> Instant {
        guard chance(70), let some = instants.randomElement(using: &random) else {
            let start: Int64 = 1_767_500_000_000
            return Instant(
                millisecondsSince1970: start + Int64(number(0, 260)) * Self.day
                    + Int64(number(0, Int(Self.day))))
        }
        let offsets: [Int64] = [0, 0, 0, 6, 7, 16, 30, 60]
        let days = offsets.randomElement(using: &random) ?? 0
        return some.advanced(byMilliseconds: days * Self.day)
    }

    private mutating func customer() -> WholeModelCustomer {
        chance(88) ? .account(number(0, 2)) : someLine()
    }

    /// A customer named by something that he bought.
    mutating func someLine() -> WholeModelCustomer {
        switch number(0, 3) {
        case 0: .appTransaction("700\(number(1, 3))")
        case 1: .transaction(transaction())
        default: .line(lines.randomElement(using: &random) ?? "")
        }
    }

    /// The id of a transaction that was bought, or of none: periods are numbered from their line's
    /// id on.
    private mutating func transaction() -> String {
        let line = lines.randomElement(using: &random).flatMap { Int64($0) } ?? 0
        return String(line + Int64(number(0, 4)))
    }

    private mutating func currency() -> String {
        chance(85) ? "coins" : ["gems", "mystery.gems"][number(0, 1)]
    }

    /// Mostly a new key; sometimes one that was used.
    private mutating func key() -> String {
        if chance(4), let used = keys.randomElement(using: &random) { return used }
        keys.append(chance(50) ? "\(keys.count + 1)" : "key \(keys.count + 1)")
        return keys[keys.count - 1]
    }

    private mutating func hostAction() -> WholeModelAction {
        let at = instant()
        let later = chance(50) ? anyInstant() : nil
        switch number(0, 13) {
        case 12, 13: return .finish(transaction: transaction())
        case 0, 1, 2, 3:
            return .spend(customer(), currency(), Int64(number(1, 120)), key: key(), at: at)
        case 4, 5:
            return .credit(
                customer(), currency(), Int64(number(1, 150)), key: key(), until: later, at: at)
        case 6:
            let name = ["pro", "gift"][number(0, 1)]
            return .grant(customer(), name, key: key(), until: later, at: at)
        case 7, 8: return .takeBack(.spend, key: keys.randomElement(using: &random) ?? "", at: at)
        case 9: return .takeBack(.credit, key: keys.randomElement(using: &random) ?? "", at: at)
        case 10: return .takeBack(.grant, key: keys.randomElement(using: &random) ?? "", at: at)
        default:
            let line = lines.randomElement(using: &random) ?? ""
            return .assign(line: line, account: number(0, 2), at: at)
        }
    }

    private mutating func setting() -> WholeModelAction {
        let at = chance(80) ? anyInstant() : nil
        if chance(40) {
            let catalogs = [
                WholeModelCatalogs.first, WholeModelCatalogs.second, WholeModelCatalogs.third,
            ]
            return .catalog(catalogs[number(0, 2)], at: at)
        }
        let choices = [
            ("accessInBillingRetry", ["on", "off"]), ("negativeBalance", ["clamp", "allow"]),
            ("graceWithoutDateDays", ["0", "5", "28"]), ("unconfirmedSlack", ["PT48H", "0"]),
            ("secondAccount", ["transfer", "keep"]), ("nonRenewing", ["overlap", "stack"]),
        ]
        let (name, values) = choices[number(0, choices.count - 1)]
        return .policy(name, values[number(0, values.count - 1)], at: at)
    }
}

/// Catalogs that follow each other.
enum WholeModelCatalogs {
    static let first = catalog(
        graceDays: 16, worth: 100, season: "P30D",
        basic: ["level": 2, "entitlements": ["pro"], "creditsPerPeriod": [coins(101, true)]])

    /// Other levels, names and worths; a weekly product; no grace configured.
    static let second = catalog(
        graceDays: nil, worth: 70, season: "P45D",
        basic: [
            "level": 1, "entitlements": ["pro", "basic"], "subscriptionPeriod": "P1W",
            "creditsPerPeriod": [coins(10, false)],
        ])

    /// Names only what the others do not, and one product anew.
    static let third: TestJSON = [
        "gracePeriod": "P28D", "groups": [["subscriptionGroupIdentifier": "G2"]],
        "products": [
            [
                "productId": "mystery", "type": "Auto-Renewable Subscription",
                "subscriptionGroupIdentifier": "G2", "level": 1, "entitlements": ["secret"],
            ],
            ["productId": "mystery.gems", "type": "Consumable"],
            ["productId": "lifetime", "type": "Non-Consumable", "entitlements": ["for ever"]],
        ],
    ]

    private static func coins(_ amount: Int64, _ expires: Bool) -> TestJSON {
        ["currency": "coins", "amount": .integer(amount), "expireWithPeriod": .bool(expires)]
    }

    private static func catalog(
        graceDays: Int?, worth: Int64, season: String, basic: [String: TestJSON]
    ) -> TestJSON {
        let subscription: [String: TestJSON] = [
            "type": "Auto-Renewable Subscription", "subscriptionGroupIdentifier": "G1",
        ]
        var basic = subscription.merging(basic) { $1 }
        basic["productId"] = "pro.basic"
        let plus: [String: TestJSON] = [
            "productId": "pro.plus", "level": .integer(graceDays == nil ? 2 : 1),
            "entitlements": ["pro", "plus"], "creditsPerPeriod": [coins(133, false)],
        ]
        var catalog: [String: TestJSON] = [
            "groups": [
                ["subscriptionGroupIdentifier": "G1"], ["subscriptionGroupIdentifier": "G2"],
            ],
            "products": [
                .object(basic), .object(subscription.merging(plus) { $1 }),
                [
                    "productId": "news", "type": "Auto-Renewable Subscription",
                    "subscriptionGroupIdentifier": "G2", "level": 1,
                ],
                ["productId": "lifetime", "type": "Non-Consumable", "entitlements": ["pro"]],
                [
                    "productId": "coins.100", "type": "Consumable",
                    "credits": [coins(worth, false).without("expireWithPeriod")],
                ],
                [
                    "productId": "season", "type": "Non-Renewing Subscription",
                    "duration": .string(season), "entitlements": ["season"],
                ],
            ],
        ]
        catalog["gracePeriod"] = graceDays.map { .string("P\($0)D") }
        return .object(catalog)
    }
}

extension TestJSON {
    fileprivate func without(_ key: String) -> TestJSON { with([key: .null]) }
}
