import Ledger

/// Asking the ledger a question at two instants.
extension ParsedArguments {
    /// Asks the ledger at the instants of `Option.instants`, in the environment that is named, and
    /// writes the answer: as JSON where asked for, else as a table.
    ///
    /// `needsCatalog` says that nothing is in the answer, or less, as long as there is no catalog.
    func answer<Value>(
        on console: Console, json: (Answer<Value>) -> [UInt8], table: (Value) -> Table,
        orIfEmpty line: String, needsCatalog: Bool = false,
        _ ask: (TransactionLedger, StoreEnvironment, Cut?) throws -> Answer<Value>
    ) async throws -> ExitCode {
        let cut = try cut(now: Instant.now)
        let answer = try await withLedgerOfEnvironment(console) { ledger in
            if needsCatalog { try console.noteIfNoCatalog(of: ledger) }
            return try ask(ledger, storeEnvironment, cut)
        }
        try console.print(answer, for: self, json: json, table: table, orIfEmpty: line)
        return .done
    }
}
