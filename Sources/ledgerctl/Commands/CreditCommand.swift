import Ledger

/// `ledgerctl credit`.
enum CreditCommand {
    private static let expires = Option(
        "expires", "INSTANT", "When what is left is gone. Never, unless given.")

    static let command = Command(
        "credit", "Adds units to a balance.",
        discussion: """
            A lot of units of the host's own, which may expire.
            """,
        options: Option.customer + [
            .currency, .amount, .key, expires, .effective, .environment, .json,
        ],
        exclusiveOptions: [.customer]
    ) { arguments, console in
        let customer = try arguments.customer()
        let currency = try arguments.requiredIdentifier(of: Option.currency.name)
        let amount = try arguments.amount()
        let key = try arguments.key()
        let end = try arguments.instant(of: expires.name)
        let effective = try arguments.instant(of: Option.effective.name)
        let environment = arguments.storeEnvironment
        let receipt = try await arguments.withLedgerOfEnvironment(console) { ledger in
            try await ledger.credit(
                amount, of: currency, to: customer, key: key, expires: end,
                effective: effective, environment: environment)
        }
        try console.print(receipt, for: arguments)
        return .done
    }
}
