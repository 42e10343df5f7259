/// Which tables a file may have, and which it must have.
struct PageCheckTables: Sendable {
    /// Whether some release gives a table this name.
    let isKnown: @Sendable (String) -> Bool
    /// The sizes that values of a table may have, in bytes; nil where they may have any.
    var valueSizes: @Sendable (_ table: String) -> [Int]? = { _ in nil }
    /// The sizes that keys of a table may have, in bytes; nil where they may have any.
    var keySizes: @Sendable (_ table: String) -> [Int]? = { _ in nil }
    /// Whether these are all that a store of this library has.
    let areComplete: @Sendable ([String]) -> Bool
}
