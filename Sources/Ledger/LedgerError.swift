/// An error of the ledger: what went wrong and what to do.
///
/// Two errors are equal when their codes are. The description never holds payloads, tokens or other
/// account data.
public struct LedgerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of error it is.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// An argument is out of its range; nothing was done.
        case invalidArgument
        /// The directory holds no ledger.
        case noSuchLedger
        /// The directory holds a ledger already.
        case ledgerExists
        /// The ledger's format is newer than this release.
        case newerFormat
        /// A stored record or row cannot be read: the file is damaged.
        case damaged
    }

    /// What kind of error it is; equality looks at nothing else.
    public let code: Code
    /// What happened and what to do.
    public let detail: String

    init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// What happened and what to do.
    public var description: String { detail }

    /// Equal when the codes are.
    public static func == (left: LedgerError, right: LedgerError) -> Bool {
        left.code == right.code
    }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
