import Ledger

/// `ledgerctl entitlements`.
enum EntitlementsCommand {
    static let command = Command(
        "entitlements", "Lists what a customer may use.",
        options: Option.customer + Option.instants + [.environment, .json],
        exclusiveOptions: [.customer] + ExclusiveOptions.instants
    ) { arguments, console in
        let customer = try arguments.customer()
        let cut = try arguments.cut(now: SystemClock.now())
        let environment = arguments.storeEnvironment
        let answer = try await arguments.withLedger { ledger in
            try ledger.entitlementsJSON(of: customer, environment: environment, at: cut)
        }
        try console.print(json: answer)
        return .done
    }
}
