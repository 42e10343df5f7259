extension LMDBCursor {
    /// Moves to a key; false where the table does not have it.
    ///
    /// Near the entry that was reached last it need not look through the whole table.
    mutating func reaches(_ wanted: RawSpan) throws(StorageError) -> Bool {
        try seek(wanted) && key.byteCount == wanted.byteCount && key.starts(with: wanted)
    }
}
