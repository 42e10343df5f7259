internal import Foundation

/// A JSON value, to write test payloads as literals.
///
/// ```swift
/// let payload: TestJSON = ["transactionId": "1", "purchaseDate": 1_700_000_000_000]
/// ```
///
/// Integers are exact; the keys of an object are written in alphabetical order, so that the same
/// value always gives the same bytes.
public enum TestJSON: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([TestJSON])
    /// An object.
    case object([String: TestJSON])

    /// Reads a JSON text.
    ///
    /// - Parameter json: the text, as UTF-8.
    /// - Throws: `TestAppStoreError.notJSON`.
    public init(json: some Collection<UInt8>) throws(TestAppStoreError) {
        do {
            self = try JSONDecoder().decode(TestJSON.self, from: Data(json))
        } catch {
            throw .notJSON
        }
    }

    /// The value as JSON, without white space.
    public var json: [UInt8] {
        Array(text.utf8)
    }

    /// A member of an object; nil for anything else.
    ///
    /// Setting nil removes it.
    public subscript(key: String) -> TestJSON? {
        get {
            guard case .object(let members) = self else { return nil }
            return members[key]
        }
        set {
            guard case .object(var members) = self else { return }
            members[key] = newValue
            self = .object(members)
        }
    }

    /// The string, if it is one.
    public var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The whole number, if it is one.
    public var integerValue: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    private var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .number(let value): String(value)
        case .string(let value): Self.quoted(value)
        case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }
                .map { Self.quoted($0.key) + ":" + $0.value.text }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\u{0}"..<"\u{20}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

extension TestJSON: Decodable {
    /// Reads any value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let values = try? container.decode([TestJSON].self) {
            self = .array(values)
        } else {
            self = .object(try container.decode([String: TestJSON].self))
        }
    }
}

extension TestJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByFloatLiteral, ExpressibleByNilLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An array.
    public init(arrayLiteral elements: TestJSON...) { self = .array(elements) }
    /// An object; the last of two equal keys counts.
    public init(dictionaryLiteral elements: (String, TestJSON)...) {
        self = .object(Dictionary(elements) { $1 })
    }
    /// `null`.
    public init(nilLiteral: ()) { self = .null }
}
