import LedgerTesting
import Testing

@testable import Ledger

@Suite("Tokens in a notification are found where they stand")
struct InnerTokensTests {
    private static func read(
        _ json: String
    ) throws -> (StoreNotification, InnerTokens, [UInt8]) {
        var members = JSONMembers()
        var tokens = InnerTokens()
        let payload = Array(json.utf8)
        let notification = try StoreNotification(
            payload: payload, members: &members, tokens: &tokens)
        return (notification, tokens, payload)
    }

    @Test("In place or as a string, a token has the same bytes, with escapes and without")
    func sameBytes() throws {
        for text in ["", "a.b.c", "a.b\\u002ec", "é", "\\/", "a\\\"b", "a.b.c\\n"] {
            let json = """
                {"data":{"signedTransactionInfo":"\(text)","signedRenewalInfo":null},\
                "appData":{"signedAppTransactionInfo":"\(text)"}}
                """
            let whole = try StoreNotification(json: Array(json.utf8).span)
            let expected = try #require(whole.data?.signedTransactionInfo)
            let (notification, tokens, payload) = try Self.read(json)
            let pairs = [
                (tokens.transaction, notification.data?.signedTransactionInfo),
                (tokens.appTransaction, notification.appData?.signedAppTransactionInfo),
            ]
            for (range, string) in pairs {
                #expect((range == nil) != (string == nil))
                let bytes = range.map { Array(payload[$0]) } ?? string.map { Array($0.utf8) }
                #expect(bytes == Array(expected.utf8))
            }
            #expect(tokens.renewalInfo == nil && notification.data?.signedRenewalInfo == nil)
        }
    }

    @Test("A token that is no string is refused both ways")
    func wrongType() {
        for value in ["1", "true", "{}", "[]"] {
            let json = #"{"data":{"signedRenewalInfo":\#(value)}}"#
            #expect(throws: JSONError.wrongType) { _ = try Self.read(json) }
            #expect(throws: JSONError.wrongType) {
                try StoreNotification(payload: Array(json.utf8))
            }
        }
    }

    @Test("A notification whose inner tokens have escapes verifies as one without")
    func escapedTokens() throws {
        let store = try TestAppStore()
        let verifier = try VerificationSupport.verifier(trusting: store)
        let notification = try CompactJWS(try VerificationSupport.notification(store))
        let escaped = String(decoding: notification.payload, as: UTF8.self)
            .split(separator: ".", omittingEmptySubsequences: false)
            .joined(separator: "\\u002e")
        // A full stop outside of the tokens would be escaped too, which changes nothing either.
        let token = try store.sign(payload: Array(escaped.utf8))
        let result = try verifier.verify(
            .notification(Array(token.utf8)), recordedAt: VerificationSupport.recordedAt)
        let input = try #require(result.input)
        let plain = try verifier.verify(
            .notification(notification.bytes), recordedAt: VerificationSupport.recordedAt)
        #expect(input.transaction?.payload == plain.input?.transaction?.payload)
        #expect(input.renewalInfo?.jws == plain.input?.renewalInfo?.jws)
    }
}
