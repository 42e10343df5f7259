import LedgerTesting
import Testing

@testable import Ledger

@Suite("The body of a notification's request")
struct SignedInputBodyTests {
    private static let bodies =
        (try? Fixture.paths(under: "corpus/bodies", suffixes: [".json"])) ?? []

    @Test("What Apple posted is the notification in it", arguments: bodies)
    func real(path: String) throws {
        let body = try Fixture.bytes(path)
        var reader = InputReader()
        let found = (reader.read(body.span) + reader.finish()).map(\.content)
        let input = SignedInput(notificationBody: body)
        #expect(found == [.input(input)])
        guard case .notification(let token) = input else {
            Issue.record("not a notification")
            return
        }
        #expect(throws: Never.self) { try CompactJWS(token) }
    }

    @Test("There are such bodies")
    func bodiesAreThere() { #expect(Self.bodies.count >= 5) }

    @Test("White space, further members and escapes change nothing; a token alone is one, too")
    func forms() throws {
        let store = try TestAppStore()
        let token = try store.signedPayload(store.testNotification(at: "2026-01-05"))
        let expected = SignedInput.notification(Array(token.utf8))
        for body in [
            "{\"signedPayload\":\"\(token)\"}", " {\n \"signedPayload\" : \"\(token)\" }\r\n",
            "{\"a\":[1,{\"b\":null}],\"signedPayload\":\"\(token)\",\"c\":\"d\"}",
            "{\"signed\\u0050ayload\":\"\(token.replacing(".", with: "\\u002e"))\"}", token,
            token + "\n",
        ] {
            #expect(SignedInput(notificationBody: Array(body.utf8)) == expected)
        }
    }

    @Test("Any other body is the input itself, and is kept in quarantine as it came")
    func others() async throws {
        let store = try WholeStore.production()
        let token = try store.signedPayload(store.testNotification(at: "2026-01-05"))
        let transaction = try store.sign(
            store.transaction(id: "1", productID: "a", purchaseDate: 1_767_600_000_000))
        let whole = try WholeLedger()
        let bodies = [
            "{}", "[]", "null", "x", "{\"signedPayload\":7}", "{\"signedPayload\":\"\(token)\"",
            "{\"signedPayload\":\"\(token)\"}{\"signedPayload\":\"\(token)\"}",
            "{\"signedPayload\":\"\(token)\",\"signedPayload\":\"\(token)\"}",
            "{\"signedTransactionInfo\":\"\(transaction)\"}", "\u{FEFF}{",
            "{\"unified_receipt\":{}}",
        ].map { Array($0.utf8) }
        for body in bodies + [[0xFF, 0], []] {
            let input = SignedInput(notificationBody: body)
            #expect(input == .notification(body))
            #expect(try await whole.ledger.record(input) == .quarantined(.malformed))
        }
        let kept = try whole.ledger.quarantine(limit: 100).map {
            try #require(try whole.ledger.quarantinedBytes(number: $0.number))
        }
        #expect(Set(kept) == Set(bodies + [[0xFF, 0], []]))
        await whole.ledger.close()
    }
}
