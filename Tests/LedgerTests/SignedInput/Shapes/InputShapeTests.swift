import Foundation
import Testing

@testable import Ledger

/// Each shape that input may have, and what is refused.
@Suite struct InputShapeTests {
    @Test("Bare tokens stand one a line, in either line ending, with blank lines between")
    func bareTokens() {
        #expect(
            reading("a.b.c\n\n \t\r\nd.e.f\r\n  g.h.i \t\nj.k")
                == [
                    "1 unrecognized a.b.c", "4 unrecognized d.e.f", "5 unrecognized g.h.i",
                    "6 unrecognized j.k",
                ])
    }

    @Test("A token with a wrong number of parts is handed on, for verification to name it")
    func wrongNumberOfParts() {
        #expect(
            reading("a.b\na.b.c.d\n...\n")
                == ["1 unrecognized a.b", "2 unrecognized a.b.c.d", "3 unrecognized ..."])
    }

    @Test(
        "Objects with signed data are what their keys say",
        arguments: [
            (#"{"signedPayload":"a.b.c"}"#, ["1 notification a.b.c"]),
            (#"{"signedTransactionInfo":"a.b.c"}"#, ["1 transaction a.b.c"]),
            (#"{"signedRenewalInfo":"a.b.c"}"#, ["1 renewalInfo a.b.c"]),
            (#"{"signedAppTransactionInfo":"a.b.c"}"#, ["1 appTransaction a.b.c"]),
            (
                #"{"signedRenewalInfo":"d.e.f","signedTransactionInfo":"a.b.c"}"#,
                ["1 transaction a.b.c + d.e.f"]
            ),
            (
                #"{"signedTransactionInfo":"a.b.c","signedRenewalInfo":null}"#,
                ["1 transaction a.b.c"]
            ),
            (
                #"{"signedPayload":"a.b.c","sendAttempts":[{"attemptDate":1}]}"#,
                ["1 notification a.b.c"]
            ),
            (#"{"signedPayload":"signed_payload"}"#, ["1 notification signed_payload"]),
            (#"{"body":{"signedPayload":"a.b.c"},"at":"noon"}"#, ["1 notification a.b.c"]),
        ])
    func signedObjects(text: String, expected: [String]) {
        #expect(reading(text) == expected)
    }

    @Test("A page of transactions is an input for each")
    func transactionPage() {
        #expect(
            reading(SampleInputs.shapes[4]) == ["1 transaction a.b.c", "1 transaction d.e.f"])
        let page = (0..<20).map { "\"a.\($0).c\"" }.joined(separator: ",\n")
        let found = reading("{\"signedTransactions\":[\n\(page)],\"hasMore\":false}")
        #expect(found == (0..<20).map { "\($0 + 2) transaction a.\($0).c" })
    }

    @Test("Subscription statuses are an input for each last transaction")
    func statuses() {
        #expect(
            reading(SampleInputs.shapes[5]) == [
                "2 transaction a.b.c + d.e.f", "3 transaction g.h.i",
            ])
    }

    @Test("A notification history is an input for each notification")
    func notificationHistory() {
        #expect(
            reading(SampleInputs.shapes[6]) == ["2 notification a.b.c", "4 notification d.e.f"])
    }

    @Test("A page without anything signed is nothing, and no problem")
    func emptyPages() {
        for text in [
            #"{"signedTransactions":[]}"#, #"{"hasMore":true,"revision":"r"}"#,
            #"{"signedTransactions":null,"status":1}"#, #"{"notificationHistory":[]}"#,
            #"{"bundleId":"x","environment":"Sandbox","data":[]}"#, "[]", "", "\u{FEFF}\n \n",
        ] {
            #expect(reading(text) == [], "\(text)")
        }
    }

    @Test("Shapes may be mixed freely, on one line too")
    func mixtures() {
        let text = """
            a.b.c
            {"signedPayload":"d.e.f"}{"signedRenewalInfo":"g.h.i"} , ["j.k.l",
            {"signedTransactions":["m.n.o"]}]
            "p.q.r" s.t.u
            """
        #expect(
            reading(text) == [
                "1 unrecognized a.b.c", "2 notification d.e.f", "2 renewalInfo g.h.i",
                "2 unrecognized j.k.l", "3 transaction m.n.o", "4 unrecognized p.q.r",
                "4 unrecognized s.t.u",
            ])
    }

    @Test("Escapes in keys and tokens are decoded")
    func escapes() {
        #expect(
            reading(#"{"signed\u0050ayload":"a\u002Eb.\/\"\\\b\f\n\r\t\u00e9\ud83d\ude00\udead"}"#)
                == ["1 notification a.b./\"\\\u{8}\u{C}\n\r\té😀\u{FFFD}"])
        #expect(
            reading(#"{"signedPayload":"\ud83da\ud83d\ud83d\ude00\ud83d"}"#)
                == ["1 notification \u{FFFD}a\u{FFFD}😀\u{FFFD}"])
    }

    @Test(
        "What is not signed data is refused with the reason",
        arguments: [
            ("{}", [.notSignedData]), ("[{},[1]]", [.notSignedData, .notSignedData]),
            (
                "true\n-1.5e3 null\n\"text\"",
                [.notSignedData, .notSignedData, .notSignedData, .notSignedData]
            ),
            (#"{"requestIdentifier":"1"}"#, [.notSignedData]),
            (#"{"signedPayload":7}"#, [.notSignedData]),
            (#"{"signedPayload":""}"#, [.notSignedData]),
            (#"{"signedPayload":["a.b.c"]}"#, [.notSignedData]),
            (
                #"{"signedTransactions":[null,{"transactionId":"1"}]}"#,
                [.notSignedData, .decodedPayload]
            ),
            (#"{"notificationHistory":[{},"a.b.c"]}"#, [.notSignedData, .notSignedData]),
            (#"{"signedPayload":{"notificationType":"TEST"}}"#, [.decodedPayload]),
            (#"{"notificationType":"TEST","notificationUUID":"1"}"#, [.decodedPayload]),
            (#"{"transactionId":"1","signedDate":1}"#, [.decodedPayload]),
            (#"{"notification_type":"DID_RENEW","unified_receipt":{}}"#, [.versionOneNotification]),
            (#"{"errorCode":4040010,"errorMessage":"Not found."}"#, [.apiError]),
            (#"{"signedPayload":"a.b.c","signedPayload":"d.e.f"}"#, [.duplicateKey]),
            (#"{"signedPayload":null,"signed\u0050ayload":"d.e.f"}"#, [.duplicateKey]),
            ("hello", [.notJSON]), ("hello world.\n}\n\u{0}\n", [.notJSON, .notJSON, .notJSON]),
            ("01\n1.\n-\n1e\ntrue1\n", [.notJSON, .notJSON, .notJSON, .notJSON, .notJSON]),
            ("{\"a\":\"\u{1}\"}", [.notJSON]), (#"{"a":"\x"}"#, [.notJSON]),
            (#"{"a":"\u12g4"}"#, [.notJSON]),
            ("[1,]", [.notSignedData, .notJSON]), (#"{"a":1,}"#, [.notJSON]),
            ("[1}", [.notSignedData, .notJSON]),
            ("{\"signedPayload\":\"a.b", [.cutShort]), ("[", [.cutShort]),
            ("{\"a\":tru", [.cutShort]),
        ] as [(String, [InputRefusal])])
    func refusals(text: String, expected: [InputRefusal]) {
        #expect(elements(of: Array(text.utf8)).map(\.content) == expected.map { .refused($0) })
    }

    @Test("The signed parts of a decoded notification are taken in, the rest is refused")
    func decodedNotification() {
        let text = #"{"notificationType":"REFUND","data":{"signedTransactionInfo":"a.b.c"}}"#
        #expect(reading(text) == ["1 transaction a.b.c", "1 refused decodedPayload"])
        let record = #"{"notificationType":"REFUND","body":{"signedPayload":"a.b.c"}}"#
        #expect(reading(record) == ["1 notification a.b.c"])
    }

    @Test(
        "Bytes that are not UTF-8 are named, in strings and in lines",
        arguments: [
            [0xFF], [0x80], [0xC0, 0xAF], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x8F, 0x80, 0x80], [0xE2, 0x82],
        ] as [[UInt8]])
    func invalidUTF8(bad: [UInt8]) {
        let inString = Array("{\"a\":\"".utf8) + bad + Array("\"}\na.b.c\n".utf8)
        #expect(
            elements(of: inString).map(\.summary) == ["1 refused notUTF8", "2 unrecognized a.b.c"])
        let inLine = bad + Array("\na.b.c\n".utf8)
        #expect(
            elements(of: inLine).map(\.summary) == ["1 refused notUTF8", "2 unrecognized a.b.c"])
    }

    @Test("Every whole character is valid in a string")
    func validUTF8() {
        for text in ["é", "ࠀ", "퟿", "\u{E000}", "\u{FFFF}", "😀", "\u{10FFFF}", "\u{7F}"] {
            #expect(reading("{\"é\(text)\":\"\(text)\",\"signedPayload\":\"a.b.c\"}").count == 1)
            #expect(reading("{\"signedPayload\":\"\(text)\"}") == ["1 notification \(text)"])
        }
    }

    @Test(
        "Published bodies and answers are read",
        .enabled(if: ProcessInfo.processInfo.environment["LEDGER_CORPUS"] != nil))
    func corpus() throws {
        let path = try #require(ProcessInfo.processInfo.environment["LEDGER_CORPUS"])
        let root = URL(filePath: path)
        func files(_ folder: String) throws -> [URL] {
            try FileManager.default.contentsOfDirectory(
                at: root.appending(path: folder), includingPropertiesForKeys: nil)
        }
        for file in try files("bodies") {
            let found = elements(of: Array(try Data(contentsOf: file)))
            #expect(found.count == 1, "\(file.lastPathComponent)")
            guard case .input(.notification)? = found.first?.content else {
                Issue.record("\(file.lastPathComponent) is no notification")
                continue
            }
        }
        for file in try files("jws") where file.pathExtension == "jws" {
            let found = elements(of: Array(try Data(contentsOf: file)))
            guard found.count == 1, case .input(.unrecognized)? = found.first?.content else {
                Issue.record("\(file.lastPathComponent) is no token")
                continue
            }
        }
        for file in try files("decoded") {
            // Part of a payload, another shop's notification, and what is not JSON.
            let others = ["appData", "google_play", "invalid_json"]
            if others.contains(where: file.lastPathComponent.contains) { continue }
            let found = elements(of: Array(try Data(contentsOf: file))).map(\.content)
            let isVersionOne = file.lastPathComponent.contains("v1")
            #expect(
                found.last == .refused(isVersionOne ? .versionOneNotification : .decodedPayload),
                "\(file.lastPathComponent)")
        }
    }
}
