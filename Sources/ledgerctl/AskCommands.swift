import Ledger

extension Command {
    /// What a customer may use.
    static let entitlements = Command(
        description: CommandDescription(
            words: ["entitlements"], summary: "What a customer may use.",
            options: SharedOptions.customer + SharedOptions.question)
    ) { arguments in
        let ledger = try openLedger(arguments)
        let answer = try ledger.entitlements(
            of: SharedOptions.selector(arguments),
            environment: SharedOptions.environment(arguments), at: SharedOptions.cut(arguments)
        ).json
        await ledger.close()
        try Console.write(answer + [UInt8(ascii: "\n")])
        return .done
    }

    /// The status of each subscription group of a customer.
    static let status = Command(
        description: CommandDescription(
            words: ["status"], summary: "The status of a customer's subscription groups.",
            options: SharedOptions.customer + SharedOptions.question + [
                OptionDescription(name: "group", argument: "ID", summary: "Only this group.")
            ])
    ) { arguments in
        let ledger = try openLedger(arguments)
        let answer = try ledger.subscriptionStatuses(
            of: SharedOptions.selector(arguments), in: arguments.value("group"),
            environment: SharedOptions.environment(arguments), at: SharedOptions.cut(arguments)
        ).json
        await ledger.close()
        try Console.write(answer + [UInt8(ascii: "\n")])
        return .done
    }
}
