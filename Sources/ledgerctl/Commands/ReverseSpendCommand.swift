import Ledger

/// `ledgerctl reverse-spend`.
enum ReverseSpendCommand {
    private static let key = Option(
        Option.key.name, "KEY", "The key of the spend to take back.", isRequired: true)

    static let command = Command(
        "reverse-spend", "Takes a spend back.",
        discussion: """
            The whole spend is taken back, from --effective on; never from before it was made.
            """,
        options: [key, .effective, .environment, .json]
    ) { arguments, console in
        let key = try arguments.key()
        let effective = try arguments.instant(of: Option.effective.name)
        let environment = arguments.storeEnvironment
        let receipt = try await arguments.withLedger { ledger in
            try await ledger.reverseSpend(
                key: key, effective: effective, environment: environment)
        }
        try console.print(receipt, for: arguments)
        return .done
    }
}
