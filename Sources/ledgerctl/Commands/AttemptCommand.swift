import Ledger

/// `ledgerctl attempt`.
enum AttemptCommand {
    private static let product = Option(
        "product", "ID", "The product that was to be bought.", isRequired: true)
    private static let outcome = Option(
        "outcome", "OUTCOME", "How it ended.", isRequired: true,
        choices: AttemptOutcome.allCases.map(\.rawValue))

    static let command = Command(
        "attempt", "Notes a purchase that is pending or was cancelled.",
        discussion: """
            The purchase waits for approval, or was cancelled, as the app reported it. It grants
            nothing. 'attempts' says what became of it.
            """,
        options: Option.customer + [product, outcome, .key, .effective, .environment, .json],
        exclusiveOptions: [.customer]
    ) { arguments, console in
        let customer = try arguments.customer()
        let productID = try arguments.requiredIdentifier(of: product.name)
        let given = arguments.value(of: outcome.name).flatMap { AttemptOutcome(rawValue: $0) }
        let ending = try arguments.required(outcome.name, given)
        let key = try arguments.key()
        let effective = try arguments.instant(of: Option.effective.name)
        let environment = arguments.storeEnvironment
        let receipt = try await arguments.withLedgerOfEnvironment(console) { ledger in
            try await ledger.attempt(
                productID: productID, outcome: ending, by: customer, key: key,
                effective: effective, environment: environment)
        }
        try console.print(receipt, for: arguments)
        return .done
    }
}
