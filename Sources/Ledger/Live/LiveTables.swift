/// The tables that hold the fold of the whole log, as it stands: a head for each line, and what the
/// host did for each account.
///
/// Their names carry the version of the fold, so that two releases can use one ledger: each uses
/// its own tables, and catches up from the log before it appends or answers. What they hold are
/// facts; nothing in them goes stale when time passes.
///
/// A class for the reason that `LogTables` is one.
final class LiveTables: Sendable {
    let heads: LMDBTable
    let accounts: LMDBTable
    private let meta: LMDBTable

    /// The row of `meta` that says how far the tables are.
    static let positionKey = LogKey.text("position@\(FoldRules.version)")

    /// Opens the tables of this release's fold, once, with the environment.
    @available(*, noasync)
    init(opening environment: LMDBEnvironment, meta: LMDBTable) throws {
        let tables = try environment.openTables([
            "heads@\(FoldRules.version)", "accounts@\(FoldRules.version)",
        ])
        heads = tables[0]
        accounts = tables[1]
        self.meta = meta
    }

    /// The version of the fold that a table of this name belongs to; nil where it is no live table.
    static func version(ofTable name: String) -> UInt32? {
        let parts = name.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, ["heads", "accounts"].contains(parts[0]),
            let version = UInt32(parts[1]), "\(version)" == parts[1]
        else { return nil }
        return version
    }

    /// The last event that the tables hold.
    func position(in transaction: borrowing some LMDBTransaction & ~Copyable) throws -> UInt64 {
        try meta.number(Self.positionKey.bytes, as: UInt64.self, in: transaction) ?? 0
    }

    func setPosition(
        _ sequence: UInt64, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        let value = ByteWriter.bytes(of: sequence)
        try meta.put(Self.positionKey.bytes, value.bytes, in: transaction)
    }

    /// The head of a line; nil where the line has none.
    func head(
        of line: LineNumber, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> LineState? {
        let key = LogKey.number(line.number)
        return try heads.get(key.bytes, in: transaction) { try LineState(decoding: $0) }
    }

    /// Reads the head of a line in place of another state; false where the line has none.
    func readHead(
        of line: LineNumber, into state: inout LineState, spare: inout [Purchase],
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Bool {
        let found: Void? = try withStoredHead(of: line, in: transaction) {
            try state.decode($0, for: .anything, spare: &spare)
        }
        return found != nil
    }

    /// Lends the stored head of a line; nil where the line has none.
    func withStoredHead<R>(
        of line: LineNumber, in transaction: borrowing some LMDBTransaction & ~Copyable,
        _ body: (RawSpan) throws -> R
    ) throws -> R? {
        let key = LogKey.number(line.number)
        return try heads.get(key.bytes, in: transaction, body)
    }

    /// What the host did for an account.
    func account(
        _ identity: IdentityNumber, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> AccountState {
        let key = LogKey.number(identity.number)
        return try accounts.get(key.bytes, in: transaction) { try AccountState(decoding: $0) }
            ?? AccountState()
    }
}
