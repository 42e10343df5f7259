import Ledger

/// `ledgerctl reverse-credit`.
enum ReverseCreditCommand {
    static let command = TakingBack.command(
        "reverse-credit", "Takes a credit back.",
        discussion: """
            The whole credit is taken back, from --effective on; never from before it was made.
            """,
        key: "The key of the credit to take back."
    ) { ledger, key, effective, environment in
        try await ledger.reverseCredit(key: key, effective: effective, environment: environment)
    }
}
