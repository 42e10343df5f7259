import Ledger

/// `ledgerctl replay`.
enum ReplayCommand {
    private static let csv = Option("csv", "Prints what 'export entitlements' does.")

    static let command = Command(
        "replay", "Folds the log as of any two instants.",
        discussion: """
            Shows what was so at --as-of, by what was known at --known-at. Of everybody: how many
            customers have what; with --json that, and then a line for each customer who is known.
            Customers are those with an entitlement, a subscription in any state or a balance at that
            instant; known are also those of whom there is only something later or earlier. Of one
            customer: entitlements, subscriptions and balances. Here the first instant has to be
            given.

            The same instants give the same bytes once --known-at is past.
            """,
        options: Option.customer + Option.givenInstants + [.environment, .json, csv],
        exclusiveOptions: [
            .optionalCustomer, ExclusiveOptions(options: ["as-of", "as-at"], isRequired: true),
            ExclusiveOptions(options: ["known-at", "known-sequence", "as-at"]),
            ExclusiveOptions(options: [Option.json.name, csv.name]),
        ]
    ) { arguments, console in
        let customer = try arguments.customerIfGiven()
        let cut = try arguments.cut(now: Instant.now)
        if customer != nil, arguments.has(csv.name) {
            throw UsageError.moreThanOneOf(
                ExclusiveOptions(options: [csv.name] + Option.customer.map(\.name)))
        }
        try await arguments.withLedgerOfEnvironment(console) { ledger in
            if let customer {
                try show(customer, of: ledger, at: cut, arguments, console)
            } else {
                try showEverybody(of: ledger, at: cut, arguments, console)
            }
        }
        return .done
    }

    private static func showEverybody(
        of ledger: TransactionLedger, at cut: Cut?, _ arguments: ParsedArguments,
        _ console: Console
    ) throws {
        let environment = arguments.storeEnvironment
        let write: (Span<UInt8>) throws -> Void = { bytes in try console.write(bytes) }
        if arguments.has(csv.name) {
            try ledger.export(.entitlements, environment: environment, at: cut, write: write)
        } else if arguments.has(Option.json.name) {
            try ledger.writeReplay(environment: environment, at: cut, write: write)
        } else {
            let answer = try ledger.replay(environment: environment, at: cut)
            try console.print(AnswerHead.text(of: answer))
            try console.print(
                "customers: \(answer.value.customers) of \(answer.value.customersKnown) known")
            for part in ReplayTables.tables(of: answer.value) {
                try console.print("")
                try console.print(part.table, orIfEmpty: part.lineIfEmpty)
            }
        }
    }

    private static func show(
        _ customer: CustomerSelector, of ledger: TransactionLedger, at cut: Cut?,
        _ arguments: ParsedArguments, _ console: Console
    ) throws {
        let answer = try ledger.replay(
            of: customer, environment: arguments.storeEnvironment, at: cut)
        guard !arguments.has(Option.json.name) else {
            try console.print(json: answer.json)
            return
        }
        try console.print(AnswerHead.text(of: answer))
        for part in ReplayTables.tables(of: answer.value) {
            try console.print("")
            try console.print(part.table, orIfEmpty: part.lineIfEmpty)
        }
    }
}

/// A replay as tables.
enum ReplayTables {
    /// A table, and what stands in its place if it has no row.
    struct Part {
        let table: Table
        let lineIfEmpty: String
    }

    /// What is true of everybody, counted.
    static func tables(of summary: ReplaySummary) -> [Part] {
        var entitlements = Table([
            Table.Column("Entitlement"), Table.Column("Customers", .right),
        ])
        for (name, count) in summary.entitlements.sorted(by: { $0.key < $1.key }) {
            entitlements.append([name, "\(count)"])
        }
        var statuses = Table([
            Table.Column("Group"), Table.Column("State"), Table.Column("Subscriptions", .right),
        ])
        for (group, states) in summary.statuses.sorted(by: { $0.key < $1.key }) {
            for (state, count) in states.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                statuses.append([group.isEmpty ? nil : group, state.name, "\(count)"])
            }
        }
        var balances = Table([Table.Column("Currency"), Table.Column("Sum", .right)])
        for (currency, sum) in summary.balances.sorted(by: { $0.key < $1.key }) {
            balances.append([currency, "\(sum)"])
        }
        return parts(entitlements, statuses, balances)
    }

    /// What is true of one customer.
    static func tables(of customer: ReplayedCustomer) -> [Part] {
        parts(
            EntitlementsCommand.table(of: customer.entitlements),
            StatusCommand.table(of: customer.groups), BalanceCommand.table(of: customer.balances))
    }

    private static func parts(
        _ entitlements: Table, _ statuses: Table, _ balances: Table
    ) -> [Part] {
        [
            Part(table: entitlements, lineIfEmpty: EntitlementsCommand.lineIfEmpty),
            Part(table: statuses, lineIfEmpty: StatusCommand.lineIfEmpty),
            Part(table: balances, lineIfEmpty: BalanceCommand.lineIfEmpty),
        ]
    }
}
