/// One object of a JSON file, read key by key; every error names the path from the top.
struct CatalogObject {
    /// The path of this object, empty for the top.
    let path: String
    private let container: KeyedDecodingContainer<Key>
    /// Whether a null stands for a key that is not there, as in files that Xcode writes.
    private let nullIsAbsent: Bool

    init(_ decoder: any Decoder) throws(CatalogError) {
        path = ""
        nullIsAbsent = false
        do {
            container = try decoder.container(keyedBy: Key.self)
        } catch {
            throw CatalogError(path: "", reason: .wrongKind(expected: "an object"))
        }
    }

    private init(path: String, container: KeyedDecodingContainer<Key>, nullIsAbsent: Bool) {
        self.path = path
        self.container = container
        self.nullIsAbsent = nullIsAbsent
    }

    /// The same object, in which a null stands for a key that is not there.
    var readingNullAsAbsent: CatalogObject {
        CatalogObject(path: path, container: container, nullIsAbsent: true)
    }

    /// The path of a key of this object.
    func path(_ key: String) -> String {
        path.isEmpty ? key : "\(path).\(key)"
    }

    func has(_ key: String) -> Bool {
        guard container.contains(Key(key)) else { return false }
        return !nullIsAbsent || (try? container.decodeNil(forKey: Key(key))) != true
    }

    /// Refuses every key that is not among those known; the lowest one is named.
    func refuseKeys(otherThan known: Set<String>) throws(CatalogError) {
        let unknown = container.allKeys.map(\.stringValue).filter { !known.contains($0) }
        guard let first = unknown.min() else { return }
        throw CatalogError(path: path(first), reason: .unknownKey)
    }

    /// The value, or `nil` where the key is not there.
    ///
    /// A null that counts is of the wrong kind.
    func value<Value: Decodable>(
        _ key: String, as type: Value.Type, expected: String
    ) throws(CatalogError) -> Value? {
        guard has(key) else { return nil }
        do {
            return try container.decode(type, forKey: Key(key))
        } catch {
            throw CatalogError(path: path(key), reason: .wrongKind(expected: expected))
        }
    }

    func text(_ key: String) throws(CatalogError) -> String? {
        try value(key, as: String.self, expected: "a text")
    }

    func requiredText(_ key: String) throws(CatalogError) -> String {
        guard let text = try text(key) else {
            throw CatalogError(path: path(key), reason: .missingKey)
        }
        return text
    }

    func texts(_ key: String) throws(CatalogError) -> [String]? {
        try value(key, as: [String].self, expected: "a list of texts")
    }

    func flag(_ key: String) throws(CatalogError) -> Bool? {
        try value(key, as: Bool.self, expected: "true or false")
    }

    func wholeNumber(_ key: String) throws(CatalogError) -> Int64? {
        try value(key, as: Int64.self, expected: "a whole number")
    }

    func period(_ key: String) throws(CatalogError) -> CalendarPeriod? {
        guard let text = try text(key) else { return nil }
        guard let period = CalendarPeriod(iso8601: text) else {
            throw CatalogError(
                path: path(key),
                reason: .badValue(expected: "a duration such as P16D, P1W, P1M or P1Y"))
        }
        return period
    }

    func object(_ key: String) throws(CatalogError) -> CatalogObject? {
        guard has(key) else { return nil }
        do {
            let nested = try container.nestedContainer(keyedBy: Key.self, forKey: Key(key))
            return CatalogObject(
                path: path(key), container: nested, nullIsAbsent: nullIsAbsent)
        } catch {
            throw CatalogError(path: path(key), reason: .wrongKind(expected: "an object"))
        }
    }

    /// The objects of a list, or none where the key is not there.
    func objects(_ key: String) throws(CatalogError) -> [CatalogObject] {
        guard has(key) else { return [] }
        var objects: [CatalogObject] = []
        do {
            var list = try container.nestedUnkeyedContainer(forKey: Key(key))
            while !list.isAtEnd {
                objects.append(
                    CatalogObject(
                        path: "\(path(key))[\(objects.count)]",
                        container: try list.nestedContainer(keyedBy: Key.self),
                        nullIsAbsent: nullIsAbsent))
            }
        } catch {
            throw CatalogError(
                path: "\(path(key))[\(objects.count)]",
                reason: .wrongKind(expected: "an object in a list"))
        }
        return objects
    }
}

extension CatalogObject {
    /// Any key, as it stands in the file.
    private struct Key: CodingKey {
        let stringValue: String

        init(_ text: String) {
            stringValue = text
        }

        init?(stringValue: String) {
            self.stringValue = stringValue
        }

        /// Objects of JSON have no keys that are numbers.
        init?(intValue: Int) {
            nil
        }

        var intValue: Int? { nil }
    }
}
