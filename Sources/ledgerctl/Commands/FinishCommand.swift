import Ledger

/// `ledgerctl finish`.
enum FinishCommand {
    static let command = Command(
        "finish", "Notes that purchases were delivered.",
        discussion: """
            Every ID that the ledger knows is noted, also behind one that it does not know; then
            the exit status is 1. With --json an object for each ID, a line each.
            """,
        operands: [Operand("ID", "A transactionId of the purchase.", isRepeated: true)],
        options: [.environment, .json]
    ) { arguments, console in
        let isKnown = try await arguments.withLedger { ledger in
            var isKnown = true
            for transactionID in arguments.operands {
                let receipt = try await finish(transactionID, in: ledger, arguments)
                isKnown = isKnown && receipt != nil
                if arguments.has(Option.json.name) {
                    try console.print(json: json(transactionID, receipt))
                } else if let receipt {
                    try console.print("\(transactionID): \(ReceiptText.text(of: receipt))")
                } else {
                    console.note("\(transactionID): \(HostActionError.unknownTransaction)")
                }
            }
            return isKnown
        }
        return isKnown ? .done : .answerIsNo
    }

    /// What became of one purchase; nil where the ledger does not know it.
    private static func finish(
        _ transactionID: String, in ledger: TransactionLedger, _ arguments: ParsedArguments
    ) async throws -> HostReceipt? {
        do {
            return try await ledger.finish(
                transactionID: transactionID, environment: arguments.storeEnvironment)
        } catch HostActionError.unknownTransaction {
            return nil
        }
    }

    private static func json(_ transactionID: String, _ receipt: HostReceipt?) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("transactionId", transactionID)
            json.member("sequence", receipt?.sequence)
            json.member("duplicate", receipt?.isDuplicate)
            if receipt == nil { json.member("reason", "unknownTransaction") }
        }
        return json.bytes
    }
}
