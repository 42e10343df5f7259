import Testing

@testable import Ledger

/// An inverse is what gives one when it is multiplied out, which is done here in the simplest way.
@Suite("Inverses modulo the order of P-256")
struct OrderInverseTests {
    private typealias Number = OrderInverse.Number

    private static let order: Number = [
        0xF3B9_CAC2_FC63_2551, 0xBCE6_FAAD_A717_9E84, 0xFFFF_FFFF_FFFF_FFFF,
        0xFFFF_FFFF_0000_0000,
    ]

    /// left + right modulo n, of numbers below n.
    private static func sum(_ left: Number, _ right: Number) -> Number {
        var (sum, carry): (Number, UInt64) = ([0, 0, 0, 0], 0)
        for index in 0..<4 {
            let (first, one) = left[index].addingReportingOverflow(right[index])
            let (second, two) = first.addingReportingOverflow(carry)
            sum[index] = second
            carry = one || two ? 1 : 0
        }
        var (less, borrow): (Number, UInt64) = (sum, 0)
        for index in 0..<4 {
            let (first, one) = sum[index].subtractingReportingOverflow(order[index])
            let (second, two) = first.subtractingReportingOverflow(borrow)
            less[index] = second
            borrow = one || two ? 1 : 0
        }
        return carry == 1 || borrow == 0 ? less : sum
    }

    /// left times right modulo n, a bit at a time.
    private static func product(_ left: Number, _ right: Number) -> Number {
        var product: Number = [0, 0, 0, 0]
        for bit in (0..<256).reversed() {
            product = sum(product, product)
            if right[bit / 64] >> UInt64(bit % 64) & 1 == 1 { product = sum(product, left) }
        }
        return product
    }

    private static func isOne(_ number: Number) -> Bool {
        number[0] == 1 && number[1] | number[2] | number[3] == 0
    }

    private static func text(_ number: Number) -> String {
        let bytes = OrderInverse.bytes(of: number)
        return Hex.text(bytes.indices.map { bytes[$0] })
    }

    @Test("Every power of two, and what is one below it, has its inverse")
    func powersOfTwo() {
        for bit in 0..<256 {
            var power: Number = [0, 0, 0, 0]
            power[bit / 64] = 1 << UInt64(bit % 64)
            var below: Number = [0, 0, 0, 0]
            for lower in 0..<bit { below[lower / 64] |= 1 << UInt64(lower % 64) }
            for number in bit == 0 ? [power] : [power, below] {
                let inverse = OrderInverse.inverse(of: number)
                #expect(
                    inverse.map { Self.isOne(Self.product(number, $0)) } == true,
                    "\(Self.text(number))")
            }
        }
    }

    @Test("Any number has its inverse, and that has the number", arguments: [UInt64(99)])
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<200 {
            var number: Number = [0, 0, 0, 0]
            for word in 0...(round % 4) { number[word] = generator.next() }
            number[3] %= 0xFFFF_FFFF_0000_0000
            let inverse = OrderInverse.inverse(of: number)
            #expect(
                inverse.map { Self.isOne(Self.product(number, $0)) } == true,
                "seed \(seed), \(Self.text(number))")
            let back = inverse.flatMap { OrderInverse.inverse(of: $0) }
            #expect(back.map(Self.text) == Self.text(number), "seed \(seed)")
        }
    }

    @Test("The greatest number is its own inverse, and zero has none")
    func ends() {
        var greatest = Self.order
        greatest[0] -= 1
        #expect(OrderInverse.inverse(of: greatest).map(Self.text) == Self.text(greatest))
        let none = OrderInverse.inverse(of: [0, 0, 0, 0])
        #expect(none == nil)
    }

    @Test("Bytes and numbers are each other's")
    func bytes() {
        let bytes = (0..<32).map { UInt8($0 * 7 + 1) }
        let number = OrderInverse.number(bytes.span)
        #expect(Self.text(number) == Hex.text(bytes))
        #expect(number[3] == 0x0108_0F16_1D24_2B32)
    }
}
