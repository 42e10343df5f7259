/// Inverses modulo n, the order of P-256, by the binary algorithm with 31 steps at a time (Pornin,
/// "Optimized Binary GCD for Modular Inversion", 2020).
///
/// libcrypto's takes 7 µs, a third of a check. Everything here is public, so that time tells
/// nothing. Who uses an inverse must multiply it out: then a mistake here costs time and nothing
/// else.
struct OrderInverse {
    /// 256 bits, the lowest first.
    typealias Number = InlineArray<4, UInt64>

    private static let order: Number = [
        0xF3B9_CAC2_FC63_2551, 0xBCE6_FAAD_A717_9E84, 0xFFFF_FFFF_FFFF_FFFF,
        0xFFFF_FFFF_0000_0000,
    ]
    /// -1 / n modulo 2^31.
    private static let negatedInverse: UInt64 = {
        // Each step of Newton's doubles the bits that are right; an odd number has three right.
        var inverse = order[0]
        for _ in 0..<5 { inverse = inverse &* (2 &- order[0] &* inverse) }
        return (0 &- inverse) & stepMask
    }()
    private static let stepCount: UInt64 = 31
    private static let stepMask: UInt64 = (1 << stepCount) - 1

    // For the number s: a = s u and b = s v modulo n, at every time.
    private var a: Number
    private var b = Self.order
    private var u: Number = [1, 0, 0, 0]
    private var v: Number = [0, 0, 0, 0]

    /// The inverse of a number below n; nil for zero.
    static func inverse(of number: Number) -> Number? {
        var state = OrderInverse(a: number)
        // 256 bits of each of two numbers, of which each step takes one, and both end odd or zero.
        for _ in 0..<17 where !isZero(state.a) { state.takeSteps() }
        return isZero(state.a) && state.b[0] == 1 && (state.b[1] | state.b[2] | state.b[3]) == 0
            ? state.v : nil
    }

    private init(a: Number) { self.a = a }

    /// The number that 32 bytes are, the highest first.
    static func number(_ bytes: Span<UInt8>) -> Number {
        var number: Number = [0, 0, 0, 0]
        for index in bytes.indices {
            let word = 3 - index / 8
            number[word] = number[word] &<< 8 | UInt64(bytes[index])
        }
        return number
    }

    /// The 32 bytes of a number, the highest first.
    static func bytes(of number: Number) -> InlineArray<32, UInt8> {
        var bytes = InlineArray<32, UInt8>(repeating: 0)
        for index in bytes.indices {
            let shift = UInt64(56 - 8 * (index % 8))
            bytes[index] = UInt8(truncatingIfNeeded: number[3 - index / 8] &>> shift)
        }
        return bytes
    }

    private static func isZero(_ number: Number) -> Bool {
        (number[0] | number[1] | number[2] | number[3]) == 0
    }

    /// What 31 steps make of two numbers: a f + b g of each, 2^31 times too large.
    private struct Factors {
        var (f0, g0, f1, g1): (Int64, Int64, Int64, Int64) = (1, 0, 0, 1)
    }

    private mutating func takeSteps() {
        var factors = factors()
        let (newA, isANegative) = Self.combined(a, factors.f0, b, factors.g0)
        let (newB, isBNegative) = Self.combined(a, factors.f1, b, factors.g1)
        (a, b) = (newA, newB)
        if isANegative { (factors.f0, factors.g0) = (0 &- factors.f0, 0 &- factors.g0) }
        if isBNegative { (factors.f1, factors.g1) = (0 &- factors.f1, 0 &- factors.g1) }
        let newU = Self.combinedModulo(u, factors.f0, v, factors.g0)
        let newV = Self.combinedModulo(u, factors.f1, v, factors.g1)
        (u, v) = (newU, newV)
    }

    /// The steps on the 31 low and the 33 high bits alone, which decide them.
    private func factors() -> Factors {
        var (x, y) = approximations()
        var factors = Factors()
        for _ in 0..<Self.stepCount {
            // Masks instead of branches, which nobody could predict.
            let isOdd = 0 &- (x & 1)
            let swaps = isOdd & (x < y ? UInt64.max : 0)
            let both = (x ^ y) & swaps
            x ^= both
            y ^= both
            let signed = Int64(bitPattern: swaps)
            let bothF = (factors.f0 ^ factors.f1) & signed
            factors.f0 ^= bothF
            factors.f1 ^= bothF
            let bothG = (factors.g0 ^ factors.g1) & signed
            factors.g0 ^= bothG
            factors.g1 ^= bothG
            let subtracts = Int64(bitPattern: isOdd)
            x = (x &- (y & isOdd)) &>> 1
            factors.f0 &-= factors.f1 & subtracts
            factors.g0 &-= factors.g1 & subtracts
            factors.f1 = factors.f1 &<< 1
            factors.g1 = factors.g1 &<< 1
        }
        return factors
    }

    /// a and b where both fit in 64 bits, else their 31 low bits below the 33 highest of the
    /// longer.
    private func approximations() -> (UInt64, UInt64) {
        var top = 3
        while top > 0, a[top] | b[top] == 0 { top -= 1 }
        if top == 0 { return (a[0], b[0]) }
        let shift = UInt64((a[top] | b[top]).leadingZeroBitCount)
        func approximation(_ number: Number) -> UInt64 {
            // A shift by 64 gives zero.
            let high = number[top] << shift | number[top - 1] >> (64 - shift)
            return (high & ~Self.stepMask) | (number[0] & Self.stepMask)
        }
        return (approximation(a), approximation(b))
    }

    /// |x f + y g| / 2^31, and whether there was a sign.
    private static func combined(
        _ x: Number, _ f: Int64, _ y: Number, _ g: Int64
    ) -> (Number, isNegative: Bool) {
        var words: InlineArray<5, UInt64> = [0, 0, 0, 0, 0]
        var carry: Int128 = 0
        for index in 0..<4 {
            carry &+= Int128(x[index]) &* Int128(f) &+ Int128(y[index]) &* Int128(g)
            words[index] = UInt64(truncatingIfNeeded: carry)
            carry &>>= 64
        }
        words[4] = UInt64(truncatingIfNeeded: carry)
        let isNegative = carry < 0
        if isNegative {
            var carries = true
            for index in 0..<5 {
                words[index] = ~words[index] &+ (carries ? 1 : 0)
                carries = carries && words[index] == 0
            }
        }
        return (shifted(words), isNegative)
    }

    /// (x f + y g) / 2^31 modulo n.
    private static func combinedModulo(
        _ x: Number, _ f: Int64, _ y: Number, _ g: Int64
    ) -> Number {
        let low =
            x[0] &* UInt64(bitPattern: f) &+ y[0] &* UInt64(bitPattern: g)
        // So many times n makes the low 31 bits zero.
        let factor = Int128((low &* negatedInverse) & stepMask)
        var words: InlineArray<5, UInt64> = [0, 0, 0, 0, 0]
        var carry: Int128 = 0
        for index in 0..<4 {
            carry &+= Int128(x[index]) &* Int128(f) &+ Int128(y[index]) &* Int128(g)
            carry &+= Int128(order[index]) &* factor
            words[index] = UInt64(truncatingIfNeeded: carry)
            carry &>>= 64
        }
        words[4] = UInt64(truncatingIfNeeded: carry)
        // Between -n and 2 n.
        let top = carry &>> Int128(stepCount)
        let number = shifted(words)
        if top < 0 { return sum(number, order) }
        let (less, borrows) = difference(number, order)
        return top == 0 && borrows ? number : less
    }

    /// The low 256 bits of words / 2^31.
    private static func shifted(_ words: InlineArray<5, UInt64>) -> Number {
        var number: Number = [0, 0, 0, 0]
        for index in 0..<4 {
            number[index] =
                words[index] &>> stepCount | words[index + 1] &<< (64 - stepCount)
        }
        return number
    }

    private static func sum(_ left: Number, _ right: Number) -> Number {
        var number = left
        var carry: UInt64 = 0
        for index in 0..<4 {
            let (first, one) = left[index].addingReportingOverflow(right[index])
            let (second, two) = first.addingReportingOverflow(carry)
            number[index] = second
            carry = one || two ? 1 : 0
        }
        return number
    }

    private static func difference(_ left: Number, _ right: Number) -> (Number, borrows: Bool) {
        var number = left
        var borrow: UInt64 = 0
        for index in 0..<4 {
            let (first, one) = left[index].subtractingReportingOverflow(right[index])
            let (second, two) = first.subtractingReportingOverflow(borrow)
            number[index] = second
            borrow = one || two ? 1 : 0
        }
        return (number, borrow == 1)
    }
}
