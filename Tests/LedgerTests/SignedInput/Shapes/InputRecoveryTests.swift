import Testing

@testable import Ledger

/// What is read after an error.
@Suite struct InputRecoveryTests {
    @Test(
        "A broken line of JSON Lines costs that line alone",
        arguments: [
            #"{"signedPayload":tru}"#, #"{"signedPayload":"x.y"#, #"{"signedPayload":"#, "{", "[",
            "[1,",
            #"{"signedPayload":"x.y.z","#, #"{"signedPayload":"x.y.z""#, #"{"a":[[{"b":"#,
            "not json",
            #"{"signedPayload"}"#, #"{"a":"\"#, "{\"a\":\"\\u12", "tru", "\u{0}", "]", "{\"a\" 1}",
        ])
    func brokenLine(broken: String) {
        let found = reading(
            "{\"signedPayload\":\"a.b.c\"}\n\(broken)\n{\"signedPayload\":\"d.e.f\"}\ng.h.i\n")
        #expect(found.first == "1 notification a.b.c")
        // Where the line after it could be its continuation, that one is named.
        #expect(found.contains { $0.hasPrefix("2 refused") || $0.hasPrefix("3 refused") })
        #expect(found.contains("3 notification d.e.f"), "\(found)")
        #expect(found.contains("4 unrecognized g.h.i"), "\(found)")
    }

    @Test("An error in an array costs its element alone, and the closing bracket is no error")
    func brokenElement() {
        #expect(
            reading(SampleInputs.broken[2])
                == ["2 notification a.b.c", "3 refused notJSON", "4 notification d.e.f"])
    }

    @Test("Tokens behind an error in a printed page are found")
    func brokenPage() {
        let text = """
            {
              "hasMore": maybe,
              "environment": "Sandbox",
              "signedTransactions": [
                "a.b.c",
                "d.e.f"
              ]
            }
            g.h.i
            """
        #expect(
            reading(text) == [
                "2 refused notJSON", "5 unrecognized a.b.c", "6 unrecognized d.e.f",
                "9 unrecognized g.h.i",
            ])
    }

    @Test("What was handed out of an array before it broke stands")
    func brokenArray() {
        #expect(
            reading(#"{"signedTransactions":["a.b.c","d.e.f",oops,"g.h.i"]}"#)
                == ["1 transaction a.b.c", "1 transaction d.e.f", "1 refused notJSON"])
    }

    @Test("Nesting is limited, and reading goes on behind it")
    func nesting() {
        let depth = InputLimits.nestingDepthMax
        let deepest =
            String(repeating: "[", count: depth - 1) + "{\"signedPayload\":\"a.b.c\"}"
            + String(repeating: "]", count: depth - 1)
        #expect(reading(deepest) == ["1 notification a.b.c"])
        #expect(reading("[\(deepest)]\nd.e.f") == ["1 refused tooDeep", "2 unrecognized d.e.f"])
        #expect(
            reading(String(repeating: "[", count: 100_000) + "\nd.e.f")
                == ["1 refused tooDeep", "2 unrecognized d.e.f"])
    }

    @Test("A token of the largest size is taken in, a longer one is refused alone")
    func tokenSize() {
        let largest = "a." + String(repeating: "b", count: InputLimits.tokenBytesMax - 2)
        func isOne(_ text: String) -> Bool {
            let found = elements(of: Array(text.utf8))
            guard found.count == 1, case .input = found[0].content else { return false }
            return true
        }
        #expect(isOne(largest))
        #expect(isOne("{\"signedPayload\":\"\(largest)\"}"))
        #expect(isOne("[\"\(largest)\"]"))
        #expect(reading("\(largest)b\nd.e.f") == ["1 refused tooLarge", "2 unrecognized d.e.f"])
        #expect(
            reading("{\"signedTransactions\":[\"\(largest)b\",\"d.e.f\"]}")
                == ["1 refused tooLarge", "1 transaction d.e.f"])
        #expect(reading("{\"signedPayload\":\"\(largest)b\"}") == ["1 refused tooLarge"])
        #expect(reading("\"\(largest)b\n") == ["1 refused tooLarge"])
        #expect(reading("\"\(largest)b") == ["1 refused tooLarge"])
        #expect(reading("{\"other\":\"\(largest)b\"}") == ["1 refused notSignedData"])
    }
}
