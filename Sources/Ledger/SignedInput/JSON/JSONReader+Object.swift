/// Objects and arrays.
extension JSONReader {
    /// Reads an object into a structure, member by member.
    ///
    /// A key twice is refused, known or not: two readers of the same bytes must not differ.
    mutating func object<Value: JSONObject>(
        of type: Value.Type
    ) throws(JSONError) -> Value {
        var members = JSONMembers()
        return try object(of: type, members: &members)
    }

    /// Reads an object as above, and says which members it has.
    mutating func object<Value: JSONObject>(
        of type: Value.Type, members: inout JSONMembers
    ) throws(JSONError) -> Value {
        var value = Value()
        var seen: UInt64 = 0
        var unknown = JSONMemberNames()
        var count = 0
        let keys = Value.keys
        try enter("{")
        if try takes("}") {
            leave()
            return value
        }
        repeat {
            count &+= 1
            if count > SignedInputLimits.jsonMemberCountMax { throw .limit }
            let name = try memberName()
            try take(":")
            if let index = try index(of: name, in: keys) {
                let bit: UInt64 = 1 &<< UInt64(index)
                if seen & bit != 0 { throw .duplicateKey }
                seen |= bit
                if try !takesNull() {
                    members.known |= bit
                    try value.read(keys.key(at: index), from: &self)
                }
            } else {
                members.hasUnknown = true
                try unknown.insert(name, of: self)
                try skipValue()
            }
        } while try takes(",")
        try take("}")
        leave()
        return value
    }

    /// Finds a name in a table, with its escapes resolved.
    private func index<Key>(
        of name: JSONText, in table: JSONKeyTable<Key>
    ) throws(JSONError) -> Int? {
        if name.isEscaped {
            let resolved = try unescape(name.range)
            return table.index(of: resolved.span)
        }
        return table.index(of: bytes.extracting(name.range))
    }

    /// Reads a member's name.
    mutating func memberName() throws(JSONError) -> JSONText {
        guard try peek() == UInt8(ascii: "\"") else { throw .syntax }
        return try text()
    }

    /// Reads an array of objects.
    mutating func objects<Value: JSONObject>(
        of type: Value.Type
    ) throws(JSONError) -> [Value] {
        var values: [Value] = []
        try enter("[")
        if try !takes("]") {
            repeat {
                if values.count >= SignedInputLimits.jsonElementCountMax { throw .limit }
                values.append(try object(of: type))
            } while try takes(",")
            try take("]")
        }
        leave()
        return values
    }

    /// Reads an array of strings.
    mutating func strings() throws(JSONError) -> [String] {
        var values: [String] = []
        try enter("[")
        if try !takes("]") {
            repeat {
                if values.count >= SignedInputLimits.jsonElementCountMax { throw .limit }
                values.append(try string())
            } while try takes(",")
            try take("]")
        }
        leave()
        return values
    }
}
