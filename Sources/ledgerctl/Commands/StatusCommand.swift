import Ledger

/// `ledgerctl status`.
enum StatusCommand {
    private static let group = Option("group", "ID", "Only this subscription group.")

    static let command = Command(
        "status", "Shows the subscriptions of a customer.",
        options: Option.customer + [group] + Option.instants + [.environment, .json],
        exclusiveOptions: [.customer] + ExclusiveOptions.instants
    ) { arguments, console in
        let customer = try arguments.customer()
        let cut = try arguments.cut(now: SystemClock.now())
        let environment = arguments.storeEnvironment
        let answer = try await arguments.withLedger { ledger in
            try ledger.statusesJSON(
                of: customer, group: arguments.value(of: group.name), environment: environment,
                at: cut)
        }
        try console.print(json: answer)
        return .done
    }
}
