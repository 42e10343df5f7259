@testable import Ledger

/// Reads bytes cut into chunks of one size.
func elements(of bytes: [UInt8], chunkBytes: Int = 65_536) -> [InputElement] {
    var reader = InputReader()
    var elements: [InputElement] = []
    var start = 0
    while start < bytes.count {
        let end = min(start + chunkBytes, bytes.count)
        elements += reader.read(bytes.span.extracting(start..<end))
        start = end
    }
    return elements + reader.finish()
}

/// Reads text and says what was found, one line of text for each element.
func reading(_ text: String) -> [String] {
    elements(of: Array(text.utf8)).map(\.summary)
}

extension InputElement {
    /// The element as short text: `3 transaction a.b.c + d.e.f`, `4 refused notJSON`.
    var summary: String {
        switch content {
        case .input(let input): "\(line) \(input.summary)"
        case .refused(let reason): "\(line) refused \(reason.rawValue)"
        }
    }
}

extension SignedInput {
    fileprivate var summary: String {
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        return switch self {
        case .notification(let token): "notification \(text(token))"
        case .transaction(let token, renewalInfo: let other?):
            "transaction \(text(token)) + \(text(other))"
        case .transaction(let token, renewalInfo: nil): "transaction \(text(token))"
        case .renewalInfo(let token): "renewalInfo \(text(token))"
        case .appTransaction(let token): "appTransaction \(text(token))"
        case .unrecognized(let token): "unrecognized \(text(token))"
        }
    }
}

/// Documents of every shape, whole and broken, that tests of cuts, truncations and mutations share.
enum SampleInputs {
    static let all: [String] = shapes + broken

    static let shapes: [String] = [
        "a.b.c\nd.e.f\r\n\n  g.h.i  \n",
        #"{"signedPayload":"a.b.c"}"#,
        #"{"signedTransactionInfo":"a.b.c","signedRenewalInfo":"d.e.f"}"#,
        #"{"signedAppTransactionInfo" : "a.b.c"}"#,
        #"{"revision":"1","hasMore":true,"appAppleId":1,"signedTransactions":["a.b.c","d.e.f"]}"#,
        """
        {"bundleId":"x","data":[{"subscriptionGroupIdentifier":"1","lastTransactions":[
        {"status":1,"originalTransactionId":"1","signedTransactionInfo":"a.b.c",
        "signedRenewalInfo":"d.e.f"},{"status":2,"signedTransactionInfo":"g.h.i"}]}]}
        """,
        """
        {"paginationToken":"t","hasMore":false,"notificationHistory":[
          {"sendAttempts":[{"attemptDate":1,"sendAttemptResult":"SUCCESS"}],
           "signedPayload":"a.b.c"},
          {"signedPayload":"d.e.f","firstSendAttemptResult":"SUCCESS"}]}
        """,
        "\u{FEFF}[{\"signedPayload\":\"a.b.c\"},\n\"d.e.f\",[{\"signedRenewalInfo\":\"g.h.i\"}]]\n",
        #"{"signedPayload":"a.\u0062\u002ec","note":"\ud83d\ude00 \\ é 😀"} {"signedPayload":"d.e.f"}"#,
    ]

    static let broken: [String] = [
        "{\"signedPayload\":\"a.b.c\"}\n{\"signedPayload\":tru}\n{\"signedPayload\":\"d.e.f\"}\n",
        "{\"signedPayload\":\n{\"signedPayload\":\"a.b.c\"}\n{\"signedPayload\":\"d.e.f\"}\n",
        "[\n{\"signedPayload\":\"a.b.c\"},\n{\"signedPayload\":!},\n{\"signedPayload\":\"d.e.f\"}\n]\n",
        "{}\n12.5\nnull\nhello\n[1,-2.5e+3]\n{\"errorCode\":1}\n{\"signedPayload\":{\"a\":1}}\n",
    ]
}
