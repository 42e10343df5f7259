import Ledger

/// What an answer was asked with, for people.
enum AnswerHead {
    /// Such as `Production as of 2026-03-31T23:59:59.999Z, known at …, up to event 21, rules 1,
    /// final`.
    static func text<Value: Sendable>(of answer: Answer<Value>) -> String {
        "\(answer.environment.rawValue) as of \(answer.asOf.iso8601), "
            + "known at \(answer.knownAt.iso8601), up to event \(answer.sequence), "
            + "rules \(answer.rules), \(answer.isFinal ? "final" : "not final")"
    }
}

/// How sure the ledger is of an end, for people.
enum Certainty {
    /// Such as `unconfirmed`; empty where there is nothing to say.
    static func notes(isUnconfirmed: Bool, isInferred: Bool) -> String {
        [isUnconfirmed ? "unconfirmed" : nil, isInferred ? "inferred" : nil]
            .compactMap { $0 }.joined(separator: ", ")
    }
}
