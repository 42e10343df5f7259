import Ledger

/// The commands that take something of the host's back, under the key of what they take back.
enum TakingBack {
    static func command(
        _ name: String, _ summary: String, discussion: String, key summaryOfKey: String,
        _ takeBack:
            @escaping @Sendable (
                TransactionLedger, IdempotencyKey, Instant?, StoreEnvironment
            ) async throws -> HostReceipt
    ) -> Command {
        Command(
            name, summary, discussion: discussion,
            options: [
                Option(Option.key.name, "KEY", summaryOfKey, isRequired: true), .effective,
                .environment, .json,
            ]
        ) { arguments, console in
            let key = try arguments.key()
            let effective = try arguments.instant(of: Option.effective.name)
            let environment = arguments.storeEnvironment
            let receipt = try await arguments.withLedgerOfEnvironment(console) { ledger in
                try await takeBack(ledger, key, effective, environment)
            }
            try console.print(receipt, for: arguments)
            return .done
        }
    }
}
