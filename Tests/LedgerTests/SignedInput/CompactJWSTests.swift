import Foundation
import Testing

@testable import Ledger

@Suite("A compact token is taken apart without losing a bit")
struct CompactJWSTests {
    @Test("The parts of every token of the fixtures join to the bytes received")
    func partsJoin() throws {
        var count = 0
        for path in try Fixture.paths(under: "", suffixes: [".jws"]) {
            let bytes = try Fixture.token(path)
            guard let jws = try? CompactJWS(bytes) else { continue }
            count += 1
            let joined = CompactJWS.join(
                headerText: Array(jws.headerText), payload: jws.payload, signature: jws.signature)
            #expect(joined == bytes, "\(path)")
        }
        #expect(count > 70)
    }

    @Test(
        "Any token that is taken joins to itself, and only a token is taken",
        arguments: [UInt64(11), 12])
    func mutationsJoinOrFail(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("ABab01-_+/=. \n".utf8) + [0x00, 0xFF]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0..<16, using: &generator)
            var bytes = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            for _ in 0..<2 where count > 0 {
                bytes[Int.random(in: 0..<count, using: &generator)] = UInt8(ascii: ".")
            }
            guard let jws = try? CompactJWS(bytes) else { continue }
            #expect(bytes.filter { $0 == UInt8(ascii: ".") }.count == 2)
            #expect(
                CompactJWS.join(
                    headerText: Array(jws.headerText), payload: jws.payload,
                    signature: jws.signature) == bytes)
        }
    }

    @Test("A token of the greatest size is taken, one byte more is not")
    func sizeLimit() {
        let full =
            Array("aaa.".utf8)
            + [UInt8](repeating: UInt8(ascii: "A"), count: SignedInputLimits.compactJWSBytesMax - 9)
            + Array(".AAAA".utf8)
        #expect(throws: Never.self) { try CompactJWS(full) }
        #expect(throws: CompactJWS.Malformed.self) { try CompactJWS(full + [0x41]) }
    }

    private static func encode(_ bytes: [UInt8], _ alphabet: Base64.Alphabet) -> [UInt8] {
        Base64.encode(bytes.span, alphabet: alphabet)
    }

    private static func decode(
        _ text: [UInt8], _ alphabet: Base64.Alphabet
    ) throws(Base64.Malformed) -> [UInt8] {
        try Base64.decode(text.span, alphabet: alphabet)
    }

    @Test("Base64 agrees with Foundation's and takes one text for each run of bytes")
    func base64() throws {
        for count in 0..<40 {
            var generator = SeededGenerator(seed: UInt64(count))
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let standard = Array(Data(bytes).base64EncodedString().utf8)
            #expect(Self.encode(bytes, .standard) == standard)
            #expect(try Self.decode(standard, .standard) == bytes)
            let url = Self.encode(bytes, .url)
            #expect(try Self.decode(url, .url) == bytes)
            if count % 3 != 0 {
                #expect(throws: Base64.Malformed.self) {
                    try Self.decode(standard.dropLast(), .standard)
                }
            }
            // Another text is either none at all, or that of other bytes.
            let synonyms = url.indices.flatMap { index in
                (UInt8.min...UInt8.max).filter { other in
                    var changed = url
                    changed[index] = other
                    return other != url[index] && (try? Self.decode(changed, .url)) == bytes
                }
            }
            #expect(synonyms.isEmpty)
        }
    }

    @Test("Base64 of long runs agrees with Foundation's, and one wrong character spoils any text")
    func longBase64() throws {
        var generator = SeededGenerator(seed: 51)
        for _ in 0..<300 {
            let count = Int.random(in: 0..<400, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let standard = Array(Data(bytes).base64EncodedString().utf8)
            #expect(Self.encode(bytes, .standard) == standard)
            #expect(try Self.decode(standard, .standard) == bytes)
            var url = Self.encode(bytes, .url)
            #expect(url.count == Base64.encodedCount(of: count, alphabet: .url))
            #expect(try Self.decode(url, .url) == bytes)
            guard let index = url.indices.randomElement(using: &generator) else { continue }
            let wrong = Array("+/=. \n".utf8) + [0x00, 0x7F, 0x80, 0xFF]
            url[index] = wrong.randomElement(using: &generator) ?? 0
            #expect(throws: Base64.Malformed.self) { try Self.decode(url, .url) }
        }
    }
}
