import Foundation
import Testing

@testable import Ledger

/// A real subscription of October 2025, whose tokens may not be copied here.
private struct RealSession {
    static let folder = ProcessInfo.processInfo.environment["LEDGER_CORPUS"]
    static let line = CustomerSelector.originalTransactionID("2000001024993299")

    /// The notifications' compact JWS.
    let tokens: [[UInt8]]
    /// Every date in them.
    private(set) var dates: Set<Int64> = []
    /// Apple's own status at the outer signed date.
    private(set) var statuses: [(signedDate: Int64, status: Int)] = []

    init(folder: String) throws {
        let jws = URL(fileURLWithPath: folder).appendingPathComponent("jws")
        let names = try FileManager.default.contentsOfDirectory(atPath: jws.path).sorted()
        tokens = try names.filter { $0.hasPrefix("notification_session_") }.map { name in
            let text = try String(
                contentsOf: jws.appendingPathComponent(name), encoding: .utf8)
            return Array(text.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
        }
        for token in tokens {
            let payload = try Self.payload(of: String(decoding: token, as: UTF8.self))
            collect(payload)
            let data = payload["data"] as? [String: Any]
            let signedDate = try #require(payload["signedDate"] as? NSNumber)
            let status = try #require(data?["status"] as? NSNumber)
            statuses.append((signedDate.int64Value, status.intValue))
        }
    }

    private mutating func collect(_ object: [String: Any]) {
        for (name, value) in object {
            if name.hasSuffix("Date"), let number = value as? NSNumber {
                dates.insert(number.int64Value)
            }
            if let inner = value as? [String: Any] { collect(inner) }
            if name.hasPrefix("signed"), let text = value as? String,
                let payload = try? Self.payload(of: text)
            {
                collect(payload)
            }
        }
    }

    private static func payload(of jws: String) throws -> [String: Any] {
        let parts = jws.split(separator: ".")
        try #require(parts.count == 3)
        var text = String(parts[1]).replacing("-", with: "+").replacing("_", with: "/")
        while !text.count.isMultiple(of: 4) { text += "=" }
        let data = try #require(Data(base64Encoded: text))
        let object = try JSONSerialization.jsonObject(with: data)
        return try #require(object as? [String: Any])
    }

    /// Each date with the milliseconds around it.
    var boundaries: [Instant] {
        dates.sorted().flatMap { date in
            [-1, 0, 1].map { Instant(millisecondsSince1970: date + $0) }
        }
    }
}

/// A ledger of the app that the session is of, trusting Apple's own root.
private struct SessionLedger {
    let directory: TemporaryDirectory
    let ledger: TransactionLedger

    init() throws {
        directory = try TemporaryDirectory()
        ledger = try TransactionLedger.create(
            at: directory.path + "/ledger",
            configuration: LedgerConfiguration(
                apps: [.init(bundleID: "com.loki-project.loki-messenger")]),
            clock: { WholeLedger.now })
    }

    func status(at instant: Instant) throws -> SubscriptionGroupStatus? {
        let answer = try ledger.subscriptionStatuses(
            of: RealSession.line, environment: .sandbox, at: Cut(asOf: instant))
        return answer.value.first
    }

    /// Everything at the boundaries, without what depends on the order of arrival.
    func answers(at instants: [Instant]) throws -> [String] {
        try instants.flatMap { instant in
            let cut = Cut(asOf: instant)
            let statuses = try ledger.subscriptionStatuses(
                of: RealSession.line, environment: .sandbox, at: cut)
            let entitlements = try ledger.entitlements(
                of: RealSession.line, environment: .sandbox, at: cut)
            return [
                try WholeAnswers.canonical(statuses.json),
                try WholeAnswers.canonical(entitlements.json),
            ]
        }
    }
}

@Suite("The whole ledger: a real subscription", .enabled(if: RealSession.folder != nil))
struct WholeCorpusTests {
    private static func instant(_ text: String) throws -> Instant {
        try #require(Instant(iso8601: text))
    }

    /// A catalog for the session's products, so that entitlements can be compared too.
    private static let catalog = """
        { "products": [
            { "productId": "com.getsession.org.pro_sub",
              "type": "Auto-Renewable Subscription", "entitlements": ["pro"] },
            { "productId": "com.getsession.org.pro_sub_3_months",
              "type": "Auto-Renewable Subscription", "entitlements": ["pro"] } ] }
        """

    private func ledger(with tokens: [[UInt8]]) async throws -> SessionLedger {
        let session = try SessionLedger()
        let catalog = try CatalogImport(Array(Self.catalog.utf8)).catalog
        _ = try await session.ledger.importCatalog(catalog)
        for token in tokens {
            let outcome = try await session.ledger.record(.notification(token))
            if case .quarantined(let reason) = outcome { Issue.record("\(reason)") }
        }
        return session
    }

    @Test("In 200 orders with repeats the statuses and entitlements are the same at every boundary")
    func orders() async throws {
        let session = try RealSession(folder: #require(RealSession.folder))
        try #require(session.tokens.count == 10)
        let instants = session.boundaries
        let first = try await ledger(with: session.tokens)
        let expected = try first.answers(at: instants)
        await first.ledger.close()
        #expect(expected.contains { $0.contains(#""entitlement":"pro""#) })
        var random = SeededGenerator(seed: 6)
        for round in 0..<200 {
            let repeated = session.tokens.filter { _ in Bool.random(using: &random) }
            let other = try await ledger(
                with: (session.tokens + repeated).shuffled(using: &random))
            let found = try other.answers(at: instants)
            #expect(found == expected, "seed 6, round \(round)")
            #expect(try other.ledger.verify(signatures: round == 0).isIntact)
            await other.ledger.close()
        }
    }

    @Test("The upgrade and the end are where the App Store put them, and its own status agrees")
    func statuses() async throws {
        let session = try RealSession(folder: #require(RealSession.folder))
        let whole = try await ledger(with: session.tokens)
        let upgrade = try Self.instant("2025-10-06T05:16:30.000Z")
        let end = try Self.instant("2025-10-06T05:19:30.000Z")
        let expected: [(at: Instant, state: SubscriptionState, product: String)] = [
            (upgrade.advanced(byMilliseconds: -1), .subscribed, "pro_sub_3_months"),
            (upgrade, .subscribed, "pro_sub"),
            (end.advanced(byMilliseconds: -1), .subscribed, "pro_sub"),
            (end, .expired, "pro_sub"), (end.advanced(byMilliseconds: 1), .expired, "pro_sub"),
        ]
        for (instant, state, product) in expected {
            let status = try #require(try whole.status(at: instant)).best
            #expect(status.state == state, "at \(instant.iso8601)")
            #expect(status.productID?.hasSuffix(product) == true, "at \(instant.iso8601)")
        }
        let anomalies = try whole.ledger.anomalies(environment: .sandbox).value
        for (signedDate, apple) in session.statuses {
            let instant = Instant(millisecondsSince1970: signedDate)
            let ours = try whole.status(at: instant)?.best.state
            let isExplained = anomalies.contains { $0.kind == "statusDisagrees" }
            #expect(ours?.rawValue == Int32(apple) || isExplained, "at \(instant.iso8601)")
        }
        await whole.ledger.close()
    }
}
