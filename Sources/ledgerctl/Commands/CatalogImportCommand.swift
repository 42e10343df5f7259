import Ledger

/// `ledgerctl catalog import`.
enum CatalogImportCommand {
    private static let worth = Option(
        "worth", "PRODUCT=CURRENCY:AMOUNT", "What one unit of a consumable is worth.",
        isRepeated: true)

    static let command = Command(
        "catalog import", "Reads what products grant.",
        discussion: """
            FILE is Xcode's .storekit configuration, or the ledger's own catalog JSON. It replaces
            the catalog, but a product that it leaves out keeps its last definition. The same
            catalog again appends nothing. Without a catalog no product grants anything.
            """,
        operands: [Operand("FILE", "The catalog; - is standard input.")],
        options: [worth, .effective, .json]
    ) { arguments, console in
        let effective = try arguments.instant(of: Option.effective.name)
        let worths = try givenWorths(arguments)
        let file = try InputFile.contents(of: arguments.operands.first ?? InputFile.standardInput)
        let read = try CatalogImport(file, worths: worths)
        for note in read.notes { console.note(note) }
        let result = try await arguments.withLedger { ledger in
            try await ledger.importCatalog(read.catalog, effective: effective)
        }
        if arguments.has(Option.json.name) {
            try console.print(json: result.json)
        } else if result.isDuplicate {
            try console.print("the ledger has this catalog already, as event \(result.sequence)")
        } else {
            let count = read.catalog.products.count
            try console.print("recorded as event \(result.sequence), products: \(count)")
        }
        return .done
    }

    private static func givenWorths(
        _ arguments: ParsedArguments
    ) throws(UsageError) -> [ProductWorth] {
        var worths: [ProductWorth] = []
        for text in arguments.values(of: worth.name) {
            guard let worth = try? ProductWorth(parsing: text) else {
                throw .wrongValue(of: "--worth", expected: "PRODUCT=CURRENCY:AMOUNT")
            }
            worths.append(worth)
        }
        return worths
    }
}
