import Ledger

/// `ledgerctl spend`.
enum SpendCommand {
    static let command = Command(
        "spend", "Takes units from a balance.",
        discussion: """
            Refused, with exit status 1, where the balance would be too low, then or at a later
            instant that is known; the key stays free.
            """,
        options: Option.customer + [.currency, .amount, .key, .effective, .environment, .json],
        exclusiveOptions: [.customer]
    ) { arguments, console in
        let customer = try arguments.customer()
        let currency = try arguments.requiredIdentifier(of: Option.currency.name)
        let amount = try arguments.amount()
        let key = try arguments.key()
        let effective = try arguments.instant(of: Option.effective.name)
        let environment = arguments.storeEnvironment
        let receipt = try await arguments.withLedgerOfEnvironment(console) { ledger in
            try await ledger.spend(
                amount, of: currency, from: customer, key: key, effective: effective,
                environment: environment)
        }
        try console.print(receipt, for: arguments)
        return .done
    }
}
