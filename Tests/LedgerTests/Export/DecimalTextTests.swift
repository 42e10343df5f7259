import Testing

@testable import Ledger

@Suite("Decimal texts")
struct DecimalTextTests {
    @Test("The text of a number is Swift's own")
    func numbers() {
        var random = SeededGenerator(seed: 3)
        var numbers: [UInt64] = [0, 9, 10, 99, .max, .max - 1, 999_999_999_999_999, 1 << 63]
        for shift: UInt64 in 0..<64 {
            numbers.append(UInt64.random(in: 0...(.max >> shift), using: &random))
        }
        for number in numbers { #expect(DecimalText.text(of: number) == String(number)) }
    }
}
