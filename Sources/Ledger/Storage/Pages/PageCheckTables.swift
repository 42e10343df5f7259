/// Which tables a file may have, and which it must have.
struct PageCheckTables {
    /// Whether some release gives a table this name.
    let isKnown: (String) -> Bool
    /// Whether these are all that a store of this library has.
    let areComplete: ([String]) -> Bool
}
