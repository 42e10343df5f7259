// Six months of one app, signed by a throwaway App Store.
//
//     swift run DemoStory DIRECTORY
//
// writes `root.pem` (the root to trust), `catalog.json` (what the products grant), and what the App
// Store sends in the order in which it arrives: `winter.jsonl` until the end of February and
// `spring.jsonl` after it. All times are UTC.
//
// | date             | who   | what happens                                                     |
// | ---------------- | ----- | ---------------------------------------------------------------- |
// | 2026-01-03 10:00 |       | App Store Connect sends a test                                   |
// | 2026-01-05 09:00 | alice | subscribes to pro.monthly; sent again an hour later              |
// | 2026-01-10 12:00 | bob   | subscribes to news.monthly                                       |
// | 2026-01-12 18:30 | alice | buys coins.100; her app presents it before Apple reports it      |
// | 2026-02-04 21:00 | alice | renewal charged 12 hours ahead: paid until 03-05                 |
// | 2026-02-10 12:00 | bob   | charge fails, grace until 02-26; heard on 02-17, after the next  |
// | 2026-02-10 19:00 | alice | buys coins.100 again; heard on 02-13                             |
// | 2026-02-14 08:00 | bob   | charge recovers within grace: paid until 03-10, without a gap    |
// | 2026-02-20 14:00 | alice | upgrades to pro.yearly: paid until 2027-02-20                    |
// | 2026-03-01       | alice | (spends 150 of 200 coins: the host's act, not in the file)       |
// | 2026-03-10 12:00 | bob   | charge fails, grace until 03-26                                  |
// | 2026-03-20 10:00 | alice | asks for the second coins.100 back; Apple asks how much was used |
// | 2026-03-22 11:00 | alice | Apple refunds it: 100 coins go, 50 are missing; sent twice       |
// | 2026-03-26 12:00 | bob   | grace ends; Apple goes on trying                                 |
// | 2026-04-02 08:15 | alice | turns automatic renewal off                                      |
// | 2026-04-10 20:00 | alice | buys theme.dark                                                  |
// | 2026-04-14 09:30 | alice | Apple refunds it; heard on 04-20 at 22:30, after the reversal    |
// | 2026-04-20 09:00 | alice | Apple takes the refund back                                      |
// | 2026-05-09 12:00 | bob   | expires, 60 days after the failed charge                         |
// | 2026-05-11 16:45 | alice | Apple refunds pro.yearly: revoked                                |
// | 2026-06-01 02:00 | alice | the host asks for her history: pro.monthly was upgraded          |
// | 2026-06-01 02:00 | bob   | the host asks for his subscription statuses                      |

import Foundation
import LedgerTesting

/// What arrives, each body signed once: Apple does not sign again when it sends again.
struct DemoStory {
    let store: TestAppStore
    let alice: TestCustomer
    let bob: TestCustomer
    private var arrivals: [(date: Int64, body: [UInt8])] = []

    init() throws {
        store = try TestAppStore(seed: "demo story", curve: .p384)
        alice = try TestCustomer(
            appAccountToken: "a11ce000-0000-4000-8000-000000000001",
            appTransactionID: "704000000000000001")
        bob = try TestCustomer(
            appAccountToken: "b0b00000-0000-4000-8000-000000000002",
            appTransactionID: "704000000000000002")
        try arrive(store.testNotification(at: "2026-01-03T10:00:00Z"))
        var history = try tellPro()
        history += try tellCoins()
        history += try tellTheme()
        try arrive(history, at: "2026-06-01T02:00:00Z")
        try tellNews()
    }

    /// What arrives in a stretch of time, in the order of arrival.
    func lines(_ dates: Range<Int64>) -> [UInt8] {
        arrivals.enumerated().filter { dates.contains($0.element.date) }
            .sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
            .flatMap { $0.element.body + [UInt8(ascii: "\n")] }
    }

    /// Alice's subscription.
    private mutating func tellPro() throws -> [TestJSON] {
        var pro = try TestSubscription(
            store: store, customer: alice, product: .subscription("pro.monthly"),
            originalTransactionID: "410000000001000")
        try arrive(pro.subscribe(at: "2026-01-05T09:00:00Z"), again: "2026-01-05T10:00:00Z")
        try arrive(pro.renew(at: "2026-02-04T21:00:00Z"))
        let yearly = TestProduct.subscription("pro.yearly", period: .years(1), price: 99_990)
        try arrive(pro.upgrade(to: yearly, at: "2026-02-20T14:00:00Z"))
        try arrive(pro.setAutoRenew(false, at: "2026-04-02T08:15:00Z"))
        try arrive(pro.refund(at: "2026-05-11T16:45:00Z", reason: 1))
        return try pro.transactions(signedAt: "2026-06-01T02:00:00Z")
    }

    /// Alice's coins.
    private mutating func tellCoins() throws -> [TestJSON] {
        let product = TestProduct.oneTime("coins.100", .consumable, price: 1990)
        let first = try TestPurchase(
            store: store, customer: alice, product: product, transactionID: "410000000005001",
            at: "2026-01-12T18:30:00Z")
        try arrive(
            body: ["signedTransactionInfo": first.transaction(signedAt: "2026-01-12T18:30:01Z")],
            at: "2026-01-12T18:30:02Z")
        try arrive(first.charge(at: "2026-01-12T18:30:05Z"))
        var second = try TestPurchase(
            store: store, customer: alice, product: product, transactionID: "410000000005002",
            at: "2026-02-10T19:00:00Z")
        try arrive(second.charge(), late: "2026-02-13T08:00:00Z")
        try arrive(second.requestConsumption(at: "2026-03-20T10:00:00Z"))
        try arrive(second.refund(at: "2026-03-22T11:00:00Z"), again: "2026-03-22T12:00:00Z")
        return [
            try first.transaction(signedAt: "2026-06-01T02:00:00Z"),
            try second.transaction(signedAt: "2026-06-01T02:00:00Z"),
        ]
    }

    /// Alice's theme.
    private mutating func tellTheme() throws -> [TestJSON] {
        var theme = try TestPurchase(
            store: store, customer: alice,
            product: .oneTime("theme.dark", .nonConsumable, price: 4990),
            transactionID: "410000000006001", at: "2026-04-10T20:00:00Z")
        try arrive(theme.charge())
        try arrive(theme.refund(at: "2026-04-14T09:30:00Z"), late: "2026-04-20T22:30:00Z")
        try arrive(theme.reverseRefund(at: "2026-04-20T09:00:00Z"))
        return [try theme.transaction(signedAt: "2026-06-01T02:00:00Z")]
    }

    /// Bob's subscription, in another group.
    private mutating func tellNews() throws {
        var news = try TestSubscription(
            store: store, customer: bob,
            product: .subscription("news.monthly", groupID: "21500002", price: 4990),
            originalTransactionID: "410000000009000")
        try arrive(news.subscribe(at: "2026-01-10T12:00:00Z"))
        try arrive(
            news.failToRenew(graceUntil: "2026-02-26T12:00:00Z"), late: "2026-02-17T01:00:00Z")
        try arrive(news.recover(at: "2026-02-14T08:00:00Z"))
        try arrive(news.failToRenew(graceUntil: "2026-03-26T12:00:00Z"))
        try arrive(news.endGracePeriod())
        try arrive(news.expire(at: "2026-05-09T12:00:00Z"))
        let answer = try store.statusResponse(of: [news], at: "2026-06-01T02:00:00Z")
        try arrive(body: answer, at: "2026-06-01T02:00:00Z")
    }

    /// A notification arrives when it is signed, or late, and perhaps again.
    private mutating func arrive(
        _ notification: TestJSON, late: TestDate? = nil, again: TestDate? = nil
    ) throws {
        let signed = notification["signedDate"]?.integerValue ?? 0
        let body = try store.notificationBody(notification)
        arrivals.append((try late?.milliseconds ?? signed, body))
        if let again { arrivals.append((try again.milliseconds, body)) }
    }

    /// A transaction history arrives.
    private mutating func arrive(_ history: [TestJSON], at date: TestDate) throws {
        for page in try store.historyPages(of: history) { try arrive(body: page, at: date) }
    }

    private mutating func arrive(body: TestJSON, at date: TestDate) throws {
        arrivals.append((try date.milliseconds, try store.signBody(body).json))
    }
}

let catalog = """
    {
      "gracePeriod": "P16D",
      "groups": [
        { "subscriptionGroupIdentifier": "21500001", "name": "Pro" },
        { "subscriptionGroupIdentifier": "21500002", "name": "News" }
      ],
      "products": [
        { "productId": "pro.yearly", "type": "Auto-Renewable Subscription",
          "subscriptionGroupIdentifier": "21500001", "level": 1, "entitlements": ["pro"] },
        { "productId": "pro.monthly", "type": "Auto-Renewable Subscription",
          "subscriptionGroupIdentifier": "21500001", "level": 2, "entitlements": ["pro"] },
        { "productId": "news.monthly", "type": "Auto-Renewable Subscription",
          "subscriptionGroupIdentifier": "21500002", "level": 1, "entitlements": ["news"] },
        { "productId": "theme.dark", "type": "Non-Consumable" },
        { "productId": "coins.100", "type": "Consumable",
          "credits": [ { "currency": "coins", "amount": 100 } ] }
      ]
    }

    """

guard CommandLine.arguments.count == 2 else {
    FileHandle.standardError.write(Data("usage: swift run DemoStory DIRECTORY\n".utf8))
    exit(64)
}
let directory = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
let story = try DemoStory()
try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
let march: Int64 = 1_772_323_200_000  // 2026-03-01T00:00:00Z
let files: [(name: String, bytes: [UInt8])] = [
    ("root.pem", Array(story.store.rootCertificatePEM.utf8)),
    ("catalog.json", Array(catalog.utf8)),
    ("winter.jsonl", story.lines(.min..<march)),
    ("spring.jsonl", story.lines(march..<Int64.max)),
]
for file in files {
    try Data(file.bytes).write(to: directory.appendingPathComponent(file.name))
}
