/// Numbers. No floating point is used anywhere: a date or an amount is exact or refused.
extension JSONReader {
    /// Reads a number that must be a whole one in the range of 64 bits.
    mutating func integer() throws(JSONError) -> Int64 {
        let value = try wholeNumber()
        if value.hasFraction { throw .numberOutOfRange }
        return value.floor
    }

    /// Reads a number that must be a whole one in the range of 32 bits.
    mutating func integer32() throws(JSONError) -> Int32 {
        guard let value = Int32(exactly: try integer()) else { throw .numberOutOfRange }
        return value
    }

    /// Reads milliseconds since 1970.
    ///
    /// Xcode writes fractions of a millisecond; they are cut off towards the past.
    mutating func instant() throws(JSONError) -> Instant {
        Instant(millisecondsSince1970: try wholeNumber().floor)
    }

    /// The greatest integer that is not above the number that begins here.
    private mutating func wholeNumber() throws(JSONError) -> (floor: Int64, hasFraction: Bool) {
        let first = try peek()
        guard first == UInt8(ascii: "-") || isDigit(first) else { throw .wrongType }
        let number = try number()
        if let small = number.small { return (small, false) }
        return try floor(of: number)
    }

    /// Checks the form of the number that begins here (RFC 8259, section 6) and takes it.
    mutating func number() throws(JSONError) -> JSONNumber {
        let start = position
        var number = JSONNumber(range: start..<start)
        if position < bytes.count, bytes[position] == UInt8(ascii: "-") {
            number.isNegative = true
            position &+= 1
        }
        let digits = position
        let leadsWithZero = position < bytes.count && bytes[position] == UInt8(ascii: "0")
        let value = try takeDigits()
        let count = position &- digits
        if leadsWithZero && count > 1 { throw .syntax }
        var isPlain = count <= 18
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            isPlain = false
            position &+= 1
            _ = try takeDigits()
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            isPlain = false
            position &+= 1
            try takeExponent()
        }
        number.range = start..<position
        if number.range.count > SignedInputLimits.jsonNumberBytesMax { throw .limit }
        if isPlain { number.small = number.isNegative ? 0 &- value : value }
        return number
    }

    /// Takes at least one digit.
    ///
    /// The value is right up to 18 digits.
    private mutating func takeDigits() throws(JSONError) -> Int64 {
        let start = position
        var value: Int64 = 0
        while position < bytes.count, isDigit(bytes[position]) {
            value = value &* 10 &+ Int64(bytes[position] &- UInt8(ascii: "0"))
            position &+= 1
        }
        if position == start { throw .syntax }
        return value
    }

    /// Takes the sign and the digits behind `e`.
    private mutating func takeExponent() throws(JSONError) {
        if position < bytes.count,
            bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
        {
            position &+= 1
        }
        _ = try takeDigits()
    }

    /// The slow path: fractions, exponents and numbers of 19 digits.
    private func floor(
        of number: JSONNumber
    ) throws(JSONError) -> (floor: Int64, hasFraction: Bool) {
        let parts = decimal(of: number.range)
        var magnitude: Int64 = 0  // kept negative: the range reaches one further there
        var hasFraction = false
        for (index, digit) in parts.digits.enumerated() where digit != 0 || index < parts.point {
            if index < parts.point {
                magnitude = try appending(digit, to: magnitude)
            } else {
                hasFraction = true
            }
        }
        if magnitude != 0 && parts.point > parts.digits.count {
            if parts.point &- parts.digits.count > 19 { throw .numberOutOfRange }
            for _ in parts.digits.count..<parts.point {
                magnitude = try appending(0, to: magnitude)
            }
        }
        if number.isNegative {
            let (floor, overflow) = magnitude.subtractingReportingOverflow(hasFraction ? 1 : 0)
            if overflow { throw .numberOutOfRange }
            return (floor, hasFraction)
        }
        let (floor, overflow) = Int64(0).subtractingReportingOverflow(magnitude)
        if overflow { throw .numberOutOfRange }
        return (floor, hasFraction)
    }

    /// One more decimal digit behind a number that is not positive.
    private func appending(_ digit: UInt8, to magnitude: Int64) throws(JSONError) -> Int64 {
        let (tens, overflow) = magnitude.multipliedReportingOverflow(by: 10)
        let (sum, carry) = tens.subtractingReportingOverflow(Int64(digit))
        if overflow || carry { throw .numberOutOfRange }
        return sum
    }

    /// All digits, and how many of them stand before the point once the exponent is applied.
    ///
    /// At most `jsonNumberBytesMax` digits, and an exponent beyond a thousand changes nothing.
    private func decimal(of range: Range<Int>) -> (digits: [UInt8], point: Int) {
        var digits: [UInt8] = []
        var point: Int?
        var exponent = 0
        var exponentSign = 0
        for index in range {
            let byte = bytes[index]
            if byte == UInt8(ascii: ".") {
                point = digits.count
            } else if byte | 0x20 == UInt8(ascii: "e") {
                exponentSign = 1
            } else if byte == UInt8(ascii: "-") && exponentSign == 1 {
                exponentSign = -1
            } else if isDigit(byte) {
                let digit = byte &- UInt8(ascii: "0")
                if exponentSign == 0 {
                    digits.append(digit)
                } else {
                    exponent = min(1000, exponent &* 10 &+ Int(digit))
                }
            }
        }
        return (digits, (point ?? digits.count) &+ exponent &* exponentSign)
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10
    }
}
