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
        bytes.append(digits.span.extracting(min(start, 20 - digitCountMin)..<20))
    }

    /// The text of a number without a sign; an answer has two for each grant.
    static func text(of magnitude: UInt64) -> String {
        let (digits, start) = digits(of: magnitude)
        // Digits are ASCII.
        return unsafe String(
            copying: UTF8Span(unchecked: digits.span.extracting(start..<20), isKnownASCII: true))
    }

    /// The digits of a number, and where they begin; in front of them are zeros.
    private static func digits(of magnitude: UInt64) -> (InlineArray<20, UInt8>, start: Int) {
        // The largest number has twenty digits; they come from the last one on.
        var digits = InlineArray<20, UInt8>(repeating: UInt8(ascii: "0"))
        var rest = magnitude
        var start = 20
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            start -= 1
            digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
            rest = quotient
        } while rest > 0
        return (digits, start)
    }
}
