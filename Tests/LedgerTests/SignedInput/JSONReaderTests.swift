import Foundation
import Testing

@testable import Ledger

@Suite("The JSON reader is as strict as RFC 8259, and bounded")
struct JSONReaderTests {
    /// Accepts any object, and keeps nothing.
    struct Anything: JSONObject {
        enum Key: String, CaseIterable { case never }
        static let keys = JSONKeyTable<Key>()
        mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError) {
            try reader.skipValue()
        }
    }

    /// Reads one member of each type.
    struct Values: JSONObject, Equatable {
        var text: String?
        var whole: Int64?
        var date: Instant?
        enum Key: String, CaseIterable {
            case text
            case whole
            case date
        }
        static let keys = JSONKeyTable<Key>()
        mutating func read(_ key: Key, from reader: inout JSONReader) throws(JSONError) {
            switch key {
            case .text: text = try reader.string()
            case .whole: whole = try reader.integer()
            case .date: date = try reader.instant()
            }
        }
    }

    static func error(_ json: [UInt8]) -> JSONError? {
        do {
            _ = try Anything(payload: json)
            return nil
        } catch {
            return error
        }
    }

    static func values(_ json: String) throws -> Values {
        try Values(payload: Array(json.utf8))
    }

    @Test(
        "What is no JSON object is refused",
        arguments: [
            "", " ", "{", "}", "{}}", "{} x", "[]", "1", "\"a\"", "{,}", "{\"a\"}", "{\"a\":}",
            "{\"a\":1,}", "{\"a\":1 \"b\":2}", "{a:1}", "{'a':1}", "{\"a\":01}", "{\"a\":+1}",
            "{\"a\":.5}", "{\"a\":1.}", "{\"a\":1e}", "{\"a\":-}", "{\"a\":0x1}", "{\"a\":NaN}",
            "{\"a\":tru}", "{\"a\":True}", "{\"a\":nul}", "{\"a\":\"\n\"}", "{\"a\":\"\\x\"}",
            "{\"a\":\"\\u12\"}", "{\"a\":\"\\ud800\"}", "{\"a\":\"\\udc00\"}",
            "{\"a\":\"\\ud800\\u0041\"}", "{\"a\":\"", "{\"a\":\"\\", "{\"a\":\"\\\"}",
            "{\"a\":[1,]}", "{\"a\":[1 2]}", "{\"a\":[}", "{\"a\":{]}", "\u{FEFF}{}",
            "{\"a\":1}\u{0}", "{\"a\":1/**/}",
        ])
    func refuses(_ json: String) {
        #expect(Self.error(Array(json.utf8)) != nil)
    }

    @Test("Bytes that are no UTF-8 are refused, in names and in values, escaped or not")
    func refusesBadEncoding() {
        for bad: [UInt8] in [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3],
        ] {
            #expect(Self.error(Array("{\"a".utf8) + bad + Array("\":1}".utf8)) == .encoding)
            #expect(Self.error(Array("{\"a\":\"".utf8) + bad + Array("\"}".utf8)) == .encoding)
            #expect(Self.error(Array("{\"a\":\"\\n".utf8) + bad + Array("\"}".utf8)) == .encoding)
        }
    }

    @Test("A key twice is refused, known or not, escaped or not, at any depth")
    func refusesDuplicateKeys() {
        for json in [
            "{\"never\":1,\"never\":2}", "{\"x\":1,\"x\":2}", "{\"x\":1,\"\\u0078\":2}",
            "{\"never\":1,\"\\u006eever\":2}", "{\"a\":[{\"x\":1,\"x\":1}]}",
        ] {
            #expect(Self.error(Array(json.utf8)) == .duplicateKey)
        }
    }

    @Test("Depth, members, elements and digits end at their limits and not before")
    func limits() {
        func nested(_ depth: Int) -> [UInt8] {
            Array(
                ("{\"a\":" + String(repeating: "[", count: depth - 1)
                    + String(repeating: "]", count: depth - 1) + "}").utf8)
        }
        #expect(Self.error(nested(SignedInputLimits.jsonDepthMax)) == nil)
        #expect(Self.error(nested(SignedInputLimits.jsonDepthMax + 1)) == .limit)
        #expect(Self.error(nested(100_000)) == .limit)
        #expect(Self.error([UInt8](repeating: UInt8(ascii: "{"), count: 1 << 20)) != nil)
        func members(_ count: Int) -> [UInt8] {
            Array(("{" + (0..<count).map { "\"k\($0)\":0" }.joined(separator: ",") + "}").utf8)
        }
        #expect(Self.error(members(SignedInputLimits.jsonMemberCountMax)) == nil)
        #expect(Self.error(members(SignedInputLimits.jsonMemberCountMax + 1)) == .limit)
        func elements(_ count: Int) -> [UInt8] {
            Array(
                ("{\"a\":[" + [String](repeating: "0", count: count).joined(separator: ",") + "]}")
                    .utf8)
        }
        #expect(Self.error(elements(SignedInputLimits.jsonElementCountMax)) == nil)
        #expect(Self.error(elements(SignedInputLimits.jsonElementCountMax + 1)) == .limit)
        let digits = String(repeating: "1", count: SignedInputLimits.jsonNumberBytesMax)
        #expect(Self.error(Array("{\"a\":\(digits)}".utf8)) == nil)
        #expect(Self.error(Array("{\"a\":\(digits)1}".utf8)) == .limit)
    }

    @Test("Whole numbers are exact or refused")
    func wholeNumbers() throws {
        for (text, value) in [
            ("0", 0), ("-0", 0), ("9223372036854775807", Int64.max),
            ("-9223372036854775808", Int64.min), ("9007199254740993", 9_007_199_254_740_993),
            ("1e3", 1000), ("1.5E1", 15), ("120e-1", 12), ("1.0", 1), ("0e999", 0), ("0.0e5", 0),
            ("100000000000000000e1", 1_000_000_000_000_000_000),
        ] {
            #expect(try Self.values("{\"whole\":\(text)}").whole == value, "\(text)")
        }
        for text in [
            "9223372036854775808", "-9223372036854775809", "1e19", "1e999999999", "0.5", "1e-1",
        ] {
            #expect(throws: JSONError.numberOutOfRange) {
                try Self.values("{\"whole\":\(text)}")
            }
        }
        for text in ["\"1\"", "true", "[1]", "{}"] {
            #expect(throws: JSONError.wrongType) { try Self.values("{\"whole\":\(text)}") }
        }
    }

    @Test("Fractions of a millisecond are cut off towards the past")
    func dates() throws {
        for (text, value) in [
            ("1697679936049.7297", 1_697_679_936_049), ("-62135769600000", -62_135_769_600_000),
            ("-0.5", -1), ("-1.0", -1), ("0.999", 0), ("1.697679936049E12", 1_697_679_936_049),
            ("1697679936049729.7e-3", 1_697_679_936_049), ("1e-400", 0), ("-1e-400", -1),
        ] as [(String, Int64)] {
            let date = try Self.values("{\"date\":\(text)}").date
            #expect(date == Instant(millisecondsSince1970: value), "\(text)")
        }
    }

    @Test("Null means absent, and escapes are resolved in keys and values")
    func nullAndEscapes() throws {
        #expect(try Self.values("{\"text\":null,\"whole\":null}") == Values())
        let json = #"{"\u0074ext":"a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é😀"}"#
        let expected = "a\"\\/\u{8}\u{C}\n\r\té😀é😀"
        #expect(try Self.values(json).text == expected)
    }
}
