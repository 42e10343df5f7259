import Foundation
import Testing

@testable import Ledger

/// Texts are read here as Foundation reads them, only faster.
@Suite("The text of a UUID")
struct UUIDTextTests {
    private static let text = "002e14d5-51f5-4503-b5a8-c3a1af68eb20"

    private static func foundation(_ text: String) -> [UInt8]? {
        guard let uuid = UUID(uuidString: text), uuid.uuidString.lowercased() == text else {
            return nil
        }
        return unsafe withUnsafeBytes(of: uuid.uuid) { unsafe Array($0) }
    }

    private static func ours(_ text: String) -> [UInt8]? {
        UUIDText.bytes(of: text).map { bytes in bytes.indices.map { bytes[$0] } }
    }

    @Test("Any UUID in Apple's form is read as Foundation reads it", arguments: [UInt64(12)])
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let text = UUIDText.text(of: bytes)
            #expect(Self.ours(text) == bytes, "seed \(seed)")
            #expect(Self.foundation(text) == bytes, "seed \(seed)")
        }
    }

    @Test("Every other character anywhere, and every other length, makes it another text")
    func changes() {
        let characters = Array(Self.text.utf8)
        for index in characters.indices {
            for byte in UInt8(0x20)...0x7E {
                var changed = characters
                changed[index] = byte
                let text = String(decoding: changed, as: UTF8.self)
                #expect(Self.ours(text) == Self.foundation(text), "\(text)")
                #expect(
                    AccountToken(signedText: text)?.uuid == UUID(uuidString: text), "\(text)")
            }
        }
        for count in 0...characters.count {
            let text = String(decoding: characters[..<count], as: UTF8.self)
            #expect(Self.ours(text) == Self.foundation(text), "\(text)")
        }
        for text in [Self.text + "0", Self.text.uppercased(), "é" + Self.text.dropFirst(2)] {
            #expect(Self.ours(text) == nil, "\(text)")
        }
    }
}
