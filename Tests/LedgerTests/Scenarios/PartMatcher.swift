import LedgerTesting

/// Compares what is expected of an answer with the answer: the expected part must be in it.
///
/// An object matches an object that has its members and perhaps more; null, a member that is not
/// there; an array, as many elements in any order. `$contains`, `$none`, `$count`, `$atLeast` and
/// `$where` say other things of an array.
enum PartMatcher {
    private static let operators: Set<String> = [
        "$contains", "$none", "$count", "$atLeast", "$where",
    ]

    /// Where an answer is not as expected, in words; empty where it is.
    static func differences(
        _ expected: TestJSON, _ actual: TestJSON?, at path: String = ""
    ) -> [String] {
        switch expected {
        case .null:
            return actual == nil || actual == .null ? [] : [words(path, "nothing", actual)]
        case .object(let members) where members.keys.contains(where: operators.contains):
            return operatorDifferences(members, actual, at: path)
        case .object(let members):
            guard case .object(let found) = actual else { return [words(path, expected, actual)] }
            return members.sorted { $0.key < $1.key }.flatMap { key, value in
                differences(value, found[key], at: path.isEmpty ? key : "\(path).\(key)")
            }
        case .array(let elements):
            guard case .array(let found) = actual, found.count == elements.count else {
                return [words(path, expected, actual)]
            }
            if let only = elements.first, elements.count == 1 {
                return differences(only, found[0], at: path + "[0]")
            }
            return isPairing(elements[...], found) ? [] : [words(path, expected, actual)]
        default:
            return expected == actual ? [] : [words(path, expected, actual)]
        }
    }

    private static func matches(_ expected: TestJSON, _ actual: TestJSON) -> Bool {
        differences(expected, actual).isEmpty
    }

    /// Whether each expected element has an actual one of its own.
    private static func isPairing(_ expected: ArraySlice<TestJSON>, _ actual: [TestJSON]) -> Bool {
        guard let first = expected.first else { return true }
        return actual.indices.contains { index in
            guard matches(first, actual[index]) else { return false }
            var rest = actual
            rest.remove(at: index)
            return isPairing(expected.dropFirst(), rest)
        }
    }

    private static func operatorDifferences(
        _ members: [String: TestJSON], _ actual: TestJSON?, at path: String
    ) -> [String] {
        guard case .array(let found) = actual else {
            return [words(path, .object(members), actual)]
        }
        var isMatch = true
        if case .array(let wanted)? = members["$contains"] {
            isMatch = isPairing(wanted[...], found)
        }
        if case .array(let unwanted)? = members["$none"] {
            isMatch = isMatch && !unwanted.contains { one in found.contains { matches(one, $0) } }
        }
        let condition = members["$where"] ?? .object([:])
        let count = Int64(found.count { matches(condition, $0) })
        if let wanted = members["$count"]?.integerValue { isMatch = isMatch && count == wanted }
        if let least = members["$atLeast"]?.integerValue { isMatch = isMatch && count >= least }
        return isMatch ? [] : [words(path, .object(members), actual)]
    }

    private static func words(_ path: String, _ expected: TestJSON, _ actual: TestJSON?) -> String {
        let found = actual.map { String(decoding: $0.json.prefix(1200), as: UTF8.self) }
        return "\(path.isEmpty ? "answer" : path): expected "
            + "\(String(decoding: expected.json, as: UTF8.self)), found \(found ?? "nothing")"
    }
}

extension TestJSON {
    /// What tells where and when an event stands in the log.
    private static let logKeys: Set<String> = ["asOf", "knownAt", "sequence", "recordedAt"]

    /// The state in an answer: without what belongs to the log, and with lists in one order.
    var state: TestJSON {
        switch self {
        case .array(let values):
            return .array(
                values.map(\.state).sorted { $0.json.lexicographicallyPrecedes($1.json) })
        case .object(let members):
            return .object(
                members.filter { key, value in
                    !Self.logKeys.contains(key) && !(key == "events" && value.listsSequences)
                }.mapValues(\.state))
        default: return self
        }
    }

    /// Whether it is a list of sequences: an array of them, or the text of one in a CSV cell.
    private var listsSequences: Bool {
        switch self {
        case .array(let values): values.allSatisfy { $0.integerValue != nil }
        case .string(let text): text.allSatisfy { $0.isNumber || $0 == " " }
        default: false
        }
    }
}
