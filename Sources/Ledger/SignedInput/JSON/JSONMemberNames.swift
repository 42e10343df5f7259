/// The names that one object has used, so that none comes twice.
struct JSONMemberNames {
    private var names: [JSONText] = []

    /// Adds a name, or fails if it is there already.
    mutating func insert(_ name: JSONText, of reader: borrowing JSONReader) throws(JSONError) {
        for known in names where try reader.isSame(known, name) {
            throw .duplicateKey
        }
        names.append(name)
    }
}

extension JSONReader {
    /// Whether two names are the same once their escapes are resolved.
    fileprivate func isSame(_ left: JSONText, _ right: JSONText) throws(JSONError) -> Bool {
        if left.isEscaped || right.isEscaped {
            return try unescape(left.range) == unescape(right.range)
        }
        return bytes.extracting(left.range).elementsAreEqual(to: bytes.extracting(right.range))
    }
}
