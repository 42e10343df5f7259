import Foundation
import Ledger

/// Values of options that are more than text.
extension ParsedArguments {
    /// The options for which a date alone is its first millisecond.
    private static let optionsOfStartOfDay: Set = ["effective", "expires", "from", "until"]

    /// A whole number in a range; nil if the option was not given.
    func integer(
        of name: String, in range: ClosedRange<Int64> = .min ... .max
    ) throws(UsageError) -> Int64? {
        guard let text = value(of: name) else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            let isOpen = range.upperBound == .max
            let bounds =
                isOpen
                ? "of at least \(range.lowerBound)"
                : "from \(range.lowerBound) to \(range.upperBound)"
            throw .wrongValue(
                of: "--\(name)",
                expected: "a whole number" + (range.lowerBound == .min ? "" : " " + bounds))
        }
        return number
    }

    /// A date, or a date and time with an offset; nil if the option was not given.
    ///
    /// A date alone is its first millisecond in UTC where something begins or ends with the day,
    /// and its last where a question is asked about the day.
    func instant(of name: String) throws(UsageError) -> Instant? {
        guard let text = value(of: name) else { return nil }
        let dateAlone: Instant.DateAlone =
            Self.optionsOfStartOfDay.contains(name) ? .startOfDay : .endOfDay
        guard let instant = Instant(iso8601: text, dateAlone: dateAlone) else {
            throw Self.wrongInstant(text, of: "--\(name)")
        }
        return instant
    }

    /// What is wrong with a text that is no instant.
    ///
    /// It is repeated only where it looks like a date: anything else may name a customer.
    private static func wrongInstant(_ text: String, of name: String) -> UsageError {
        guard let date = text.prefixMatch(of: #/[0-9]{4}-[0-9]{2}-[0-9]{2}/#) else {
            return .wrongInstant(of: name, given: nil)
        }
        let day = String(date.output)
        if Instant(iso8601: day, dateAlone: .startOfDay) == nil {
            return .noSuchDay(day, of: name)
        }
        let isInstantLike = text.wholeMatch(of: #/[-0-9:.+TZ]{10,40}/#) != nil
        return .wrongInstant(of: name, given: isInstantLike ? text : nil)
    }

    /// An identifier, which has at least one character; nil if the option was not given.
    func identifier(of name: String) throws(UsageError) -> String? {
        guard let text = value(of: name) else { return nil }
        guard !text.isEmpty else { throw .wrongValue(of: "--\(name)", expected: "an identifier") }
        return text
    }

    /// A UUID; nil if the option was not given.
    func uuid(of name: String) throws(UsageError) -> UUID? {
        guard let text = value(of: name) else { return nil }
        guard let uuid = UUID(uuidString: text) else {
            throw .wrongValue(of: "--\(name)", expected: "a UUID")
        }
        return uuid
    }

    /// The value of an option that has to be given.
    func required<Value>(_ name: String, _ value: Value?) throws(UsageError) -> Value {
        guard let value else { throw .missingOption("--\(name)") }
        return value
    }

    /// An identifier that has to be given.
    func requiredIdentifier(of name: String) throws(UsageError) -> String {
        try required(name, identifier(of: name))
    }

    /// The key of a host action.
    func key() throws -> IdempotencyKey {
        try IdempotencyKey(required(Option.key.name, value(of: Option.key.name)))
    }

    /// The amount of a host action.
    func amount() throws(UsageError) -> Int64 {
        try required(
            Option.amount.name, integer(of: Option.amount.name, in: 1 ... .max))
    }
}
