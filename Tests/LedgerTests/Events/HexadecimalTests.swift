import Testing

@testable import Ledger

@Suite("Hexadecimal digits")
struct HexadecimalTests {
    @Test("Eight digits at once are those of the bytes one by one")
    func digits() {
        var random = SeededGenerator(seed: 5)
        var numbers: [UInt32] = [0, .max, 0x0123_4567, 0x89AB_CDEF, 0x9A9A_9A9A]
        for _ in 0..<200 { numbers.append(.random(in: 0...(.max), using: &random)) }
        for number in numbers {
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * $0)) }
            let digits = Hexadecimal.digits(of: number)
            let text = (0..<8).map { UInt8(truncatingIfNeeded: digits >> UInt64(56 - 8 * $0)) }
            #expect(String(decoding: text, as: UTF8.self) == Hexadecimal.text(of: bytes))
        }
    }
}
