extension TransactionLedger {
    /// Checks the pages of a ledger's data file before anything else looks at them.
    ///
    /// The library below the ledger believes what it reads: a damaged page may stop the process or
    /// lead it astray. So a file that is not trusted is walked first, page by page and read-only:
    /// every page is used once or free, every entry lies in its page, every key stands in its
    /// order, every count is right. What values say is not looked at;
    /// `verify(signatures:progress:)` of the open ledger does that.
    ///
    /// Other processes may write meanwhile. This process must not have the ledger open.
    ///
    /// - Parameters:
    ///   - path: the ledger's directory.
    ///   - mapSizeBytes: address space to reserve, as for opening.
    ///   - progress: told now and then how many pages of how many are accounted for.
    /// - Returns: what was walked.
    /// - Throws: `StorageError`: `pageDamaged`, `truncated`, `notAStore` for damage; any other where
    ///   the check could not be made.
    /// - Complexity: O(pages), in memory for a bit for each page.
    public static func checkPages(
        at path: String, mapSizeBytes: Int = mapSizeBytesDefault,
        progress: @escaping (_ done: UInt64, _ all: UInt64) -> Void = { _, _ in }
    ) throws -> PageReport {
        try PageCheck.run(
            directory: path, mapSizeBytes: mapSizeBytes, tables: tablesOfFile, progress: progress)
    }

    /// The tables of the format and, for any version of the fold, both of its live tables.
    static var tablesOfFile: PageCheckTables {
        PageCheckTables(
            isKnown: { name in
                LogTables.names.contains(name) || LiveTables.version(ofTable: name) != nil
            },
            valueSizes: { LogTables.valueSizes[$0] },
            keySizes: { name in
                // The live tables, of any version, are keyed by the number of what they are about.
                LiveTables.version(ofTable: name) == nil ? LogTables.keySizes[name] : [4]
            },
            areComplete: { names in
                let live = names.compactMap { name in
                    LiveTables.version(ofTable: name).map { (name.first, $0) }
                }
                let versions = ["h", "a"].map { (letter: Character) in
                    live.filter { $0.0 == letter }.map(\.1).sorted()
                }
                return Set(LogTables.names).isSubset(of: names) && versions[0] == versions[1]
            })
    }
}
