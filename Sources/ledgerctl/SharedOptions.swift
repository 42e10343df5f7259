internal import Foundation
import Ledger

/// Options and arguments that several commands take, and how they are read.
enum SharedOptions {
    static let customer = [
        OptionDescription(
            name: "app-account-token", argument: "UUID", summary: "The host's account."),
        OptionDescription(
            name: "app-transaction-id", argument: "ID", summary: "The Apple Account in this app."),
        OptionDescription(
            name: "original-transaction-id", argument: "ID", summary: "A line, or its owner."),
        OptionDescription(
            name: "transaction-id", argument: "ID", summary: "A transaction's line, or its owner."),
    ]

    static let question = [
        OptionDescription(
            name: "as-of", argument: "INSTANT", summary: "When it was so; now unless given."),
        OptionDescription(
            name: "known-at", argument: "INSTANT", summary: "Only what was recorded by then."),
        OptionDescription(
            name: "known-sequence", argument: "N", summary: "Only events up to this one."),
        OptionDescription(
            name: "as-at", argument: "INSTANT", summary: "Both: so then, and known then."),
        OptionDescription(
            name: "environment", argument: "NAME", summary: "Production unless given."),
        OptionDescription(name: "json", summary: "Print JSON (the default today)."),
    ]

    /// The clock of the machine, in milliseconds.
    static let clock: @Sendable () -> Instant = {
        Instant(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1000))
    }

    static func open(_ arguments: ParsedArguments) throws -> TransactionLedger {
        try TransactionLedger(at: arguments.requireLedgerPath(), clock: clock)
    }

    static func uuid(_ text: String) throws -> UUID {
        guard let uuid = UUID(uuidString: text) else {
            throw UsageError("'\(text)' is not a UUID")
        }
        return uuid
    }

    static func selector(_ arguments: ParsedArguments) throws -> CustomerSelector {
        var found: [CustomerSelector] = []
        if let text = arguments.value("app-account-token") {
            found.append(.appAccountToken(try uuid(text)))
        }
        if let text = arguments.value("app-transaction-id") {
            found.append(.appTransactionID(text))
        }
        if let text = arguments.value("original-transaction-id") {
            found.append(.originalTransactionID(text))
        }
        if let text = arguments.value("transaction-id") { found.append(.transactionID(text)) }
        guard found.count == 1, let selector = found.first else {
            throw UsageError("name exactly one customer, for example --app-account-token")
        }
        return selector
    }

    static func instant(_ text: String) throws -> Instant {
        guard let instant = Instant(iso8601: text, dateAlone: .endOfDay) else {
            throw UsageError("'\(text)' is no date, and no date and time with Z or offset")
        }
        return instant
    }

    static func cut(_ arguments: ParsedArguments) throws -> Cut {
        if let text = arguments.value("as-at") {
            let both = try instant(text)
            return Cut(asOf: both, knowledge: .recordedAt(both))
        }
        var cut = Cut(asOf: try arguments.value("as-of").map(instant) ?? clock())
        if let text = arguments.value("known-at") {
            cut.knowledge = .recordedAt(try instant(text))
        } else if let text = arguments.value("known-sequence") {
            guard let sequence = UInt64(text) else {
                throw UsageError("'\(text)' is no sequence number")
            }
            cut.knowledge = .sequence(sequence)
        }
        return cut
    }

    static func environment(_ arguments: ParsedArguments) -> StoreEnvironment {
        StoreEnvironment(rawValue: arguments.value("environment") ?? "Production")
    }

    /// The bytes of a file, or of standard input for `-`.
    static func contents(of path: String) throws -> Data {
        if path == "-" { return FileHandle.standardInput.readDataToEndOfFile() }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw FileUnreadable(path: path)
        }
        return data
    }
}

/// A file that is not there or may not be read; exit status 66.
struct FileUnreadable: Error, CustomStringConvertible {
    let path: String

    var description: String { "cannot read '\(path)': check the path and its permissions" }
}
