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
        let isKnown = try await arguments.withLedgerOfEnvironment(console) { ledger in
            var isKnown = true
            for transactionID in arguments.operands {
                let result = try await finish(transactionID, in: ledger, arguments)
                if case .failure = result { isKnown = false }
                switch result {
                case _ where arguments.has(Option.json.name):
                    try console.print(json: json(transactionID, result))
                case .success(let receipt):
                    try console.print("\(transactionID): \(ReceiptText.text(of: receipt))")
                case .failure(let refusal):
                    console.note("\(transactionID): \(refusal)")
                }
            }
            return isKnown
        }
        return isKnown ? .done : .answerIsNo
    }

    /// What became of one purchase; a refusal leaves those behind it to be done.
    private static func finish(
        _ transactionID: String, in ledger: TransactionLedger, _ arguments: ParsedArguments
    ) async throws -> Result<HostReceipt, HostActionError> {
        do {
            return .success(
                try await ledger.finish(
                    transactionID: transactionID, environment: arguments.storeEnvironment))
        } catch let refusal as HostActionError {
            return .failure(refusal)
        }
    }

    private static func json(
        _ transactionID: String, _ result: Result<HostReceipt, HostActionError>
    ) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("transactionId", transactionID)
            switch result {
            case .success(let receipt):
                json.member("sequence", receipt.sequence)
                json.member("duplicate", receipt.isDuplicate)
            case .failure(let refusal): json.member("reason", "\(refusal.name)")
            }
        }
        return json.bytes
    }
}
