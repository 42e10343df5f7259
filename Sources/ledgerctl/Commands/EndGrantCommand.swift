import Ledger

/// `ledgerctl end-grant`.
enum EndGrantCommand {
    private static let key = Option(
        Option.key.name, "KEY", "The key of the grant to end.", isRequired: true)

    static let command = Command(
        "end-grant", "Ends what the host granted.",
        discussion: """
            The grant ends at --effective, never before it began. What purchases give stays.
            """,
        options: [key, .effective, .environment, .json]
    ) { arguments, console in
        let key = try arguments.key()
        let effective = try arguments.instant(of: Option.effective.name)
        let environment = arguments.storeEnvironment
        let receipt = try await arguments.withLedger { ledger in
            try await ledger.endGrant(
                key: key, effective: effective, environment: environment)
        }
        try console.print(receipt, for: arguments)
        return .done
    }
}
