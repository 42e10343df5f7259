import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("The test App Store signs what it is asked to")
struct TestAppStoreTests {
    @Test("Every object under a signed key becomes a token, from the inside outwards")
    func bodies() throws {
        let store = try TestAppStore(curve: .p384)
        let transaction = VerificationSupport.transaction(store)
        let renewalInfo = VerificationSupport.renewalInfo(store)
        let body = try store.signBody([
            "signedTransactions": [transaction, "already.a.token", transaction],
            "data": [["lastTransactions": [["status": 1, "signedRenewalInfo": renewalInfo]]]],
            "signedPayload": ["data": ["signedTransactionInfo": transaction]],
            "hasMore": true,
        ])
        guard case .array(let history)? = body["signedTransactions"] else {
            Issue.record("no history")
            return
        }
        #expect(history.count == 3 && history[1] == "already.a.token")
        #expect(body["hasMore"] == true)
        let outer = try CompactJWS(Array((body["signedPayload"]?.stringValue ?? "").utf8))
        let decoded = try TestJSON(json: outer.payload)
        let inner = decoded["data"]?["signedTransactionInfo"]?.stringValue ?? ""
        #expect(try TestJSON(json: CompactJWS(Array(inner.utf8)).payload) == transaction)
    }

    @Test("JSON is written and read without loss")
    func json() throws {
        let value: TestJSON = [
            "text": "a\"\\\n\u{1}é😀", "large": 9_007_199_254_740_993, "fraction": 0.5,
            "flag": false, "none": nil, "list": [1, [:], []],
        ]
        #expect(try TestJSON(json: value.json) == value)
        #expect(JSONReaderTests.error(value.json) == nil)
        #expect(throws: TestAppStoreError.notJSON) { try TestJSON(json: Array("{".utf8)) }
    }

    @Test("The same seed gives the same keys, and other seeds give others")
    func seeds() throws {
        let payload: TestJSON = ["bundleId": "com.example.app"]
        func header(_ seed: String) throws -> CertificateChain {
            let jws = try CompactJWS(Array(TestAppStore(seed: seed).sign(payload).utf8))
            return try CertificateChain(
                header: JWSHeader(headerText: jws.headerText.span), allowsSingleCertificate: false)
        }
        let message = try CompactJWS(Array(TestAppStore(seed: "a").sign(payload).utf8))
        let payloadText = Array(message.bytes[message.headerCount + 1..<message.signedCount])
        func isSigned(by seed: String) throws -> Bool {
            let check = try header(seed).signingKey.makeCheck(headerText: message.headerText.span)
            return try check.isSignature(message.signature.span, of: payloadText.span)
        }
        let same = try isSigned(by: "a")
        let other = try isSigned(by: "b")
        #expect(same && !other)
    }

    @Test("Notifications have a UUID that depends on their content")
    func notificationUUIDs() throws {
        let store = try TestAppStore()
        func uuid(_ type: String) -> String {
            store.notification(type: type, signedDate: 1)["notificationUUID"]?.stringValue ?? ""
        }
        #expect(UUID(uuidString: uuid("TEST")) != nil)
        #expect(uuid("TEST") == uuid("TEST"))
        #expect(uuid("TEST") != uuid("REFUND"))
        #expect(Breakage.allCases.count == 49)
    }
}
