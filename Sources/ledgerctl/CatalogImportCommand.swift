import Ledger

extension Command {
    /// Appends a catalog as an event.
    static let catalogImport = Command(
        description: CommandDescription(
            words: ["catalog", "import"],
            summary: "Import Xcode's .storekit file or the ledger's own catalog JSON.",
            operands: "FILE",
            options: [
                OptionDescription(
                    name: "worth", argument: "PRODUCT=CURRENCY:AMOUNT",
                    summary: "What one unit of a product is worth.", repeated: true),
                OptionDescription(
                    name: "effective", argument: "INSTANT", summary: "From when it holds."),
                OptionDescription(name: "json", summary: "Print JSON."),
            ])
    ) { arguments in
        guard arguments.operands.count == 1, let path = arguments.operands.first else {
            throw UsageError("catalog import takes one FILE")
        }
        let file = [UInt8](try SharedOptions.contents(of: path))
        let worths = try arguments.values("worth").map { try ProductWorth(parsing: $0) }
        let read = try CatalogImport(file, worths: worths)
        for note in read.notes { Console.note(note) }
        var effective: Instant?
        if let text = arguments.value("effective") {
            effective = Instant(iso8601: text, dateAlone: .startOfDay)
            if effective == nil { throw UsageError("'\(text)' is no instant") }
        }
        let ledger = try openLedger(arguments)
        let result = try await ledger.importCatalog(read.catalog, effective: effective)
        await ledger.close()
        try Console.write(
            "{\"sequence\":\(result.sequence),\"duplicate\":\(result.isDuplicate)}\n")
        return .done
    }

    /// Opening is synchronous; an asynchronous command reaches it through here.
    static func openLedger(_ arguments: ParsedArguments) throws -> TransactionLedger {
        try SharedOptions.open(arguments)
    }
}
