import Foundation
import Testing

@testable import Ledger

@Suite("Identifiers are found in bytes of any kind")
struct IdentifierSearchTests {
    private static let token = "a11ce0aa-5b2c-4d3e-8f40-0123456789ab"
    private static let search = IdentifierSearch([token, "704318642975310864", "7001"])

    private static func base64(_ text: String, isURL: Bool) -> String {
        let standard = Data(text.utf8).base64EncodedString()
        guard isURL else { return standard }
        return standard.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    @Test("In clear, in either case, with hyphens or without")
    func inClear() {
        let forms = [
            Self.token, Self.token.uppercased(), Self.token.filter { $0 != "-" },
            "x\(Self.token)y", "id=704318642975310864;", "{\"appTransactionId\":\"7001\"}",
        ]
        for form in forms { #expect(Self.search.finds(in: Array(form.utf8)), "\(form)") }
    }

    @Test("Behind the escapes of JSON and of addresses, each alone and all, in base64 too")
    func escaped() throws {
        let text = "{\"appAccountToken\":\"\(Self.token)\"}"
        let characters = Array(text.utf8)
        func escape(_ byte: UInt8, _ form: Int) -> String {
            let digits = String(byte, radix: 16)
            return switch form {
            case 0: "\\u00" + digits
            case 1: "\\u00" + digits.uppercased()
            default: "%" + digits.uppercased()
            }
        }
        for form in 0..<3 {
            let all = characters.map { escape($0, form) }.joined()
            #expect(Self.search.finds(in: Array(all.utf8)))
            for isURL in [true, false] {
                #expect(Self.search.finds(in: Array(Self.base64(all, isURL: isURL).utf8)))
            }
            for index in characters.indices {
                var one = characters.map { String(UnicodeScalar($0)) }
                one[index] = escape(characters[index], form)
                #expect(Self.search.finds(in: Array(one.joined().utf8)), "\(form) \(index)")
            }
        }
        // A body in JSON, a token in it, and the name in that: each with escapes, and two at once.
        var layers = text
        for _ in 0..<2 {
            layers = layers.utf8.map { escape($0, 0) }.joined()
            #expect(Self.search.finds(in: Array(layers.utf8)))
            let body = Self.base64(layers, isURL: true).utf8.map { escape($0, 0) }.joined()
            #expect(Self.search.finds(in: Array(body.utf8)))
        }
        for other in ["%", "\\", "\\u", "\\u00", "%6", "\\u00zz", "%-1", "\\u012"] {
            #expect(EscapedText.plain(Array(other.utf8)) == nil, "\(other)")
        }
    }

    @Test("A number that is part of another, or a short one without quotation marks, is none")
    func partOfAnother() {
        let others = [
            "", "7", "17043186429753108645", "\"7043186429753108641\"", "a704318642975310864",
            "7001", "[7001,7002]", "\"70010\"", String(Self.token.dropLast()),
        ]
        for other in others { #expect(!Self.search.finds(in: Array(other.utf8)), "\(other)") }
    }

    @Test("In base64 of either alphabet, at any place, up to three deep, also cut off behind it")
    func inBase64() {
        for name in [Self.token, Self.token.uppercased(), "\"7001\"", "704318642975310864"] {
            for isURL in [true, false] {
                for padding in 0..<6 {
                    var text = String(repeating: "?", count: padding) + name + " >?~"
                    for depth in 1...IdentifierSearch.depthMax {
                        text = Self.base64(text, isURL: isURL)
                        for front in ["", ".", "ab", "abc\"", "x"] {
                            let bytes = Array("\(front)\(text).c2lnbmF0dXJl".utf8)
                            #expect(
                                Self.search.finds(in: bytes),
                                "\(name) behind \(padding), depth \(depth), \(front)")
                        }
                        #expect(Self.search.finds(in: Array((text + "eyJ").utf8)))
                        #expect(!IdentifierSearch(["\(UUID())"]).finds(in: Array(text.utf8)))
                        text = "{\"signedTransactionInfo\":\"\(text).\(text)\"}"
                    }
                }
            }
        }
    }

    @Test("Nothing is found where nothing is looked for, and in bytes that are noise")
    func noise() {
        var random = SeededGenerator(seed: 4)
        let noise = (0..<5_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(!Self.search.finds(in: noise))
        #expect(!IdentifierSearch([]).finds(in: noise))
        #expect(!IdentifierSearch([""]).finds(in: noise))
    }
}
