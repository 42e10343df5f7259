import Ledger

/// `ledgerctl reverse-spend`.
enum ReverseSpendCommand {
    static let command = TakingBack.command(
        "reverse-spend", "Takes a spend back.",
        discussion: """
            The whole spend is taken back, from --effective on; never from before it was made.
            """,
        key: "The key of the spend to take back."
    ) { ledger, key, effective, environment in
        try await ledger.reverseSpend(key: key, effective: effective, environment: environment)
    }
}
