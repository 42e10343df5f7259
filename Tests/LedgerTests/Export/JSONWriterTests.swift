import Foundation
import Testing

@testable import Ledger

/// JSON as other readers see it.
@Suite struct JSONWriterTests {
    @Test("Members keep their order, and those without a value are left out")
    func layout() {
        var json = JSONWriter()
        json.object { json in
            json.member("read", 12)
            json.member("none", nil as String?)
            json.member("at", Instant(millisecondsSince1970: 0))
            json.member("price", milliunits: 9_990)
            json.array("problems") { json in
                json.object { $0.member("final", false) }
                json.element("a")
                json.element(-4)
                json.array { _ in }
            }
            json.object("empty") { _ in }
            json.member("most", UInt64.max)
        }
        #expect(
            String(decoding: json.bytes, as: UTF8.self)
                == """
                {"read":12,"at":"1970-01-01T00:00:00.000Z","price":"9.99","problems":\
                [{"final":false},"a",-4,[]],"empty":{},"most":18446744073709551615}
                """)
    }

    @Test("Every character below U+3000 and some above are read back by Foundation")
    func strings() throws {
        let scalars =
            (0..<0x3000).compactMap(Unicode.Scalar.init) + ["😀", "\u{FFFF}", "\u{10FFFF}"]
        for start in stride(from: 0, to: scalars.count, by: 64) {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars[start..<min(start + 64, scalars.count)])
            var json = JSONWriter()
            json.object { $0.member(String(text), String(text)) }
            let read = try JSONDecoder().decode([String: String].self, from: Data(json.bytes))
            let pair = try #require(read.first)
            #expect(Array(pair.key.utf8) == Array(String(text).utf8))
            #expect(Array(pair.value.utf8) == Array(String(text).utf8))
            #expect(!json.bytes.contains { $0 < 0x20 })
        }
    }

    @Test("Whole numbers are read back exactly")
    func numbers() throws {
        let numbers: [Int64] = [0, 1, -1, 9, 10, 99, 100, .max, .min, 9_007_199_254_740_993]
        var json = JSONWriter()
        json.array { json in for number in numbers { json.element(number) } }
        #expect(try JSONDecoder().decode([Int64].self, from: Data(json.bytes)) == numbers)
    }

    @Test("JSON Lines are an object a line; a line that fails is not written")
    func lines() throws {
        struct Failure: Error {}
        var bytes: [UInt8] = []
        var writer = JSONLinesWriter { chunk in
            for index in chunk.indices { bytes.append(chunk[index]) }
        }
        for number in 0..<3 {
            try writer.write { $0.member("text", "line\n\(number)") }
        }
        #expect(throws: Failure.self) {
            try writer.write { json in
                json.member("half", 1)
                throw Failure()
            }
        }
        try writer.write { $0.member("last", true) }
        try writer.finish()
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "{\"text\":\"line\\n0\"}\n{\"text\":\"line\\n1\"}\n{\"text\":\"line\\n2\"}\n{\"last\":true}\n"
        )
    }
}
