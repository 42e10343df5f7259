import Ledger

/// `ledgerctl assign`.
enum AssignCommand {
    private static let line = Option(
        "original-transaction-id", "ID", "The line of purchases.", isRequired: true)
    private static let account = Option(
        "app-account-token", "UUID", "The account that owns it from then on.",
        isRequired: true)

    static let command = Command(
        "assign", "Gives a line of purchases to an account.",
        discussion: """
            The account owns the line from --effective on, whatever the purchases say.
            """,
        options: [line, account, .effective, .environment, .json]
    ) { arguments, console in
        let originalTransactionID = try arguments.requiredIdentifier(of: line.name)
        let token = try arguments.required(account.name, arguments.uuid(of: account.name))
        let effective = try arguments.instant(of: Option.effective.name)
        let environment = arguments.storeEnvironment
        let receipt = try await arguments.withLedgerOfEnvironment(console) { ledger in
            try await ledger.assign(
                originalTransactionID: originalTransactionID, to: token, effective: effective,
                environment: environment)
        }
        try console.print(receipt, for: arguments)
        return .done
    }
}
