import Ledger

/// `ledgerctl end-grant`.
enum EndGrantCommand {
    static let command = TakingBack.command(
        "end-grant", "Ends what the host granted.",
        discussion: """
            The grant ends at --effective, never before it began. What purchases give stays.
            """,
        key: "The key of the grant to end."
    ) { ledger, key, effective, environment in
        try await ledger.endGrant(key: key, effective: effective, environment: environment)
    }
}
