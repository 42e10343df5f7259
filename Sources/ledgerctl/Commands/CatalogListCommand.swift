import Ledger

/// `ledgerctl catalog list`.
enum CatalogListCommand {
    static let command = Command(
        "catalog list", "Prints the catalog, to edit and import again.",
        discussion: """
            Prints the ledger's own catalog JSON, a product a line, with or without --json: what
            every product means at --as-of.
            """,
        options: Option.instants + [.json], exclusiveOptions: ExclusiveOptions.instants
    ) { arguments, console in
        let cut = try arguments.cut(now: Instant.now)
        let catalog = try await arguments.withLedger { ledger in
            try ledger.catalog(at: cut)
        }
        try console.write(catalog.json.span)
        return .done
    }
}
