import Testing

@testable import Ledger

@Suite("An ECDSA signature has one DER form")
struct ECDSASignatureTests {
    /// An INTEGER by the rule: the shortest form that is not negative.
    private static func integer(_ bytes: [UInt8]) -> [UInt8] {
        var digits = Array(bytes.drop { $0 == 0 })
        if digits.isEmpty || digits[0] >= 0x80 { digits.insert(0, at: 0) }
        return [0x02, UInt8(digits.count)] + digits
    }

    @Test("It is the form of RFC 3279, with any number of leading zeros", arguments: [UInt64(41)])
    func form(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for zeros in 0...64 {
            for zerosOfSecond in [0, 1, zeros % 33, 32] {
                var bytes = (0..<64).map { _ in UInt8.random(in: 0...255, using: &generator) }
                for index in 0..<min(zeros, 32) { bytes[index] = 0 }
                for index in 0..<zerosOfSecond { bytes[32 + index] = 0 }
                let body = Self.integer(Array(bytes[..<32])) + Self.integer(Array(bytes[32...]))
                let made = ECDSASignature(bytes.span)
                let signature = try #require(made)
                let found = (0..<signature.count).map { signature.der[$0] }
                #expect(found == [0x30, UInt8(body.count)] + body, "seed \(seed)")
            }
        }
    }

    @Test("Other than 64 bytes are none")
    func length() {
        for count in [0, 1, 63, 65, 128] {
            let bytes = [UInt8](repeating: 1, count: count)
            let isSignature = ECDSASignature(bytes.span) != nil
            #expect(!isSignature)
        }
    }
}
