/// Values that nobody asked for: checked as strictly as the others, then forgotten.
extension JSONReader {
    /// Skips one value of any kind.
    ///
    /// Recursion ends at `SignedInputLimits.jsonDepthMax`.
    mutating func skipValue() throws(JSONError) {
        switch try peek() {
        case UInt8(ascii: "{"): try skipObject()
        case UInt8(ascii: "["): try skipArray()
        case UInt8(ascii: "\""): _ = try text()
        case UInt8(ascii: "t"): try literal("true")
        case UInt8(ascii: "f"): try literal("false")
        case UInt8(ascii: "n"): try literal("null")
        default: _ = try number()
        }
    }

    /// Skips an object.
    private mutating func skipObject() throws(JSONError) {
        var names = JSONMemberNames()
        var count = 0
        try enter("{")
        if try !takes("}") {
            repeat {
                count &+= 1
                if count > SignedInputLimits.jsonMemberCountMax { throw .limit }
                try names.insert(try memberName(), of: self)
                try take(":")
                try skipValue()
            } while try takes(",")
            try take("}")
        }
        leave()
    }

    /// Skips an array.
    private mutating func skipArray() throws(JSONError) {
        var count = 0
        try enter("[")
        if try !takes("]") {
            repeat {
                count &+= 1
                if count > SignedInputLimits.jsonElementCountMax { throw .limit }
                try skipValue()
            } while try takes(",")
            try take("]")
        }
        leave()
    }
}
