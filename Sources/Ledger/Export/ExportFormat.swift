/// The form of an export.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
    /// RFC 4180 with a header row; `docs/csv.md` lists the columns.
    case csv
    /// An object a line; a column without a value is left out.
    case jsonl
}

/// What is exported: each kind has fixed columns.
public enum ExportKind: String, Sendable, Hashable, CaseIterable {
    /// Every event, by sequence.
    case events
    /// A row for each purchase, with the fields of its newest statement.
    case transactions
    /// A row for each active entitlement of each customer.
    case entitlements
    /// A row for each subscription.
    case statuses
    /// A row for each balance.
    case balances
    /// A row for each change of a balance; they sum to it.
    case movements
}
