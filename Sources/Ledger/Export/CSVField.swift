/// One value in a row of CSV.
package enum CSVField: Sendable, Hashable {
    /// No value: an empty field.
    case empty
    /// Text; defused where a spreadsheet would run it.
    case text(String)
    /// A whole number.
    case integer(Int64)
    /// Thousandths of a currency unit, written as an exact decimal: 9990 is `9.99`.
    case milliunits(Int64)
    /// `true` or `false`.
    case boolean(Bool)
    /// A point in time, in ISO 8601, in UTC with milliseconds.
    case instant(Instant)
}
