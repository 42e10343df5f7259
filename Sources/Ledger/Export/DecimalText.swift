/// Numbers as decimal text, appended to bytes without a string in between.
package enum DecimalText {
    /// Milliunits as an exact decimal, such as `9.99`.
    package static func text(milliunits value: Int64) -> String {
        var bytes: [UInt8] = []
        append(milliunits: value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends an integer in decimal digits.
    static func append(_ value: Int64, to bytes: inout [UInt8]) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        append(magnitude: value.magnitude, digitCountMin: 1, to: &bytes)
    }

    /// Appends milliunits of a currency as an exact decimal with two or three places.
    ///
    /// The third place is written only where it is not zero: 9990 is `9.99`, 10000 is `10.00`, and
    /// -1 is `-0.001`. Two places are what a reader of prices expects; nothing is rounded.
    static func append(milliunits value: Int64, to bytes: inout [UInt8]) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let (units, thousandths) = value.magnitude.quotientAndRemainder(dividingBy: 1000)
        append(magnitude: units, digitCountMin: 1, to: &bytes)
        bytes.append(UInt8(ascii: "."))
        if thousandths.isMultiple(of: 10) {
            append(magnitude: thousandths / 10, digitCountMin: 2, to: &bytes)
        } else {
            append(magnitude: thousandths, digitCountMin: 3, to: &bytes)
        }
    }

    /// Appends digits, with zeros in front where there are too few.
    static func append(magnitude: UInt64, digitCountMin: Int, to bytes: inout [UInt8]) {
        let (digits, start) = digits(of: magnitude)
        bytes.append(digits.span.extracting(min(start, 24 - digitCountMin)..<24))
    }

    /// The text of a number without a sign; an answer has two for each grant.
    static func text(of magnitude: UInt64) -> String {
        let (digits, start) = digits(of: magnitude)
        // Digits are ASCII.
        return unsafe String(
            copying: UTF8Span(unchecked: digits.span.extracting(start..<24), isKnownASCII: true))
    }

    /// The digits of a number, and where they begin; in front of them are zeros.
    ///
    /// The largest number has twenty digits: three groups of eight.
    private static func digits(of magnitude: UInt64) -> (InlineArray<24, UInt8>, start: Int) {
        let (upper, lower) = magnitude.quotientAndRemainder(dividingBy: 100_000_000)
        let (highest, high) = upper.quotientAndRemainder(dividingBy: 100_000_000)
        let groups = (eightDigits(of: highest), eightDigits(of: high), eightDigits(of: lower))
        var digits = InlineArray<24, UInt8>(repeating: 0)
        var span = digits.mutableSpan
        var bytes = unsafe span.mutableBytes
        let zeros: UInt64 = 0x3030_3030_3030_3030
        bytes.storeBytes(of: (groups.0 | zeros).littleEndian, toByteOffset: 0, as: UInt64.self)
        bytes.storeBytes(of: (groups.1 | zeros).littleEndian, toByteOffset: 8, as: UInt64.self)
        bytes.storeBytes(of: (groups.2 | zeros).littleEndian, toByteOffset: 16, as: UInt64.self)
        // A group of zeros has 64 of these bits.
        var start = groups.0.trailingZeroBitCount / 8
        if start == 8 { start += groups.1.trailingZeroBitCount / 8 }
        if start == 16 { start += min(groups.2.trailingZeroBitCount / 8, 7) }
        return (digits, start)
    }

    /// The digits of a number below a hundred million as values of bytes, the first one in the
    /// lowest: halves, then quarters, then eighths at once, each by a multiplication that divides.
    private static func eightDigits(of value: UInt64) -> UInt64 {
        let (upper, lower) = value.quotientAndRemainder(dividingBy: 10_000)
        let halves = upper | lower << 32
        let hundreds = (halves &* 10_486) >> 20 & 0x0000_007F_0000_007F
        let quarters = hundreds | (halves &- hundreds &* 100) << 16
        let tens = (quarters &* 103) >> 10 & 0x000F_000F_000F_000F
        return tens | (quarters &- tens &* 10) << 8
    }
}
