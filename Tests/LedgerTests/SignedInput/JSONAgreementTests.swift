import Foundation
import Testing

@testable import Ledger

/// Foundation's reader is the judge.
///
/// The differences are meant: ours refuses a key twice, a byte order mark, what is beyond
/// `SignedInputLimits`, and anything but an object at the top; and it takes a number that is no
/// `Double`, as long as nobody asks for its value.
@Suite("The JSON reader agrees with Foundation's")
struct JSONAgreementTests {
    private static func foundationAccepts(_ json: [UInt8]) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(json))) is [String: Any]
    }

    private static func weAccept(_ json: [UInt8]) -> Bool {
        JSONReaderTests.error(json) == nil
    }

    @Test("On every JSON file of the fixtures, and on every payload and header in a token")
    func fixtures() throws {
        var count = 0
        for path in try Fixture.paths(under: "", suffixes: [".json", ".storekit"]) {
            let json = try Fixture.bytes(path)
            guard json.first == UInt8(ascii: "{") else { continue }
            count += 1
            #expect(Self.weAccept(json) == Self.foundationAccepts(json), "\(path)")
        }
        for path in try Fixture.paths(under: "", suffixes: [".jws"]) {
            guard let jws = try? CompactJWS(Fixture.token(path)) else { continue }
            count += 1
            #expect(Self.weAccept(jws.payload) == Self.foundationAccepts(jws.payload), "\(path)")
        }
        #expect(count > 200)
    }

    @Test("On random objects, whole and damaged", arguments: [UInt64(1), 2, 3, 4])
    func random(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let json = Array(Self.object(depth: 4, &generator).utf8)
            #expect(Self.weAccept(json), "seed \(seed): \(String(decoding: json, as: UTF8.self))")
            var damaged = json
            switch Int.random(in: 0..<3, using: &generator) {
            case 0:
                damaged.remove(at: Int.random(in: 0..<damaged.count, using: &generator))
            case 1:
                let bytes = Array("{}[]\":,\\ue0-.+x1 \u{7F}".utf8) + [0x00, 0x80, 0xC3, 0xFF]
                damaged.insert(
                    bytes.randomElement(using: &generator) ?? 0,
                    at: Int.random(in: 0...damaged.count, using: &generator))
            default:
                let index = Int.random(in: 0..<damaged.count, using: &generator)
                damaged[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
            let error = JSONReaderTests.error(damaged)
            if error == .duplicateKey || error == .limit { continue }
            if error == nil && Self.hasLargeExponent(damaged) { continue }
            #expect(
                (error == nil) == Self.foundationAccepts(damaged),
                "seed \(seed): \(Data(damaged).base64EncodedString())")
        }
    }

    private static func hasLargeExponent(_ json: [UInt8]) -> Bool {
        String(decoding: json, as: UTF8.self).contains(/[eE][+-]?\d{3,}/)
    }

    private static func object(depth: Int, _ generator: inout SeededGenerator) -> String {
        let count = Int.random(in: 0..<5, using: &generator)
        let members = (0..<count).map { index in
            "\"k\(index)\(text(&generator))\" : \(value(depth: depth - 1, &generator))"
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    private static func value(depth: Int, _ generator: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
        case 0: return "\"\(text(&generator))\""
        case 1: return String(Int64.random(in: .min ... .max, using: &generator))
        case 2: return String(Double.random(in: -1e9...1e9, using: &generator))
        case 3: return ["true", "false", "null"].randomElement(using: &generator) ?? ""
        case 4: return "1.5e\(Int.random(in: -20...20, using: &generator))"
        case 5: return object(depth: depth, &generator)
        default:
            let count = Int.random(in: 0..<4, using: &generator)
            let elements = (0..<count).map { _ in value(depth: depth - 1, &generator) }
            return "[" + elements.joined(separator: "\n,") + "]"
        }
    }

    private static func text(_ generator: inout SeededGenerator) -> String {
        let pieces = [
            "a", "bcdefgh", "é", "😀", "\\n", "\\\"", "\\u00e9", "\\ud83d\\ude00", "/", " ",
        ]
        return (0..<Int.random(in: 0..<6, using: &generator))
            .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    }
}
