import Ledger

/// `ledgerctl diff`.
enum DiffCommand {
    private static let asOf = Option(
        "as-of", "INSTANT", "The instant that is looked at; a date is its end.", isRequired: true)
    private static let known = [
        Option("known-at", "INSTANT", "What the ledger knew first."),
        Option("known-sequence", "N", "What the ledger knew with event N."),
    ]
    private static let andKnown = [
        Option("and-known-at", "INSTANT", "What the ledger knew then. Now, unless given."),
        Option("and-known-sequence", "N", "What the ledger knew with event N."),
    ]

    static let command = Command(
        "diff", "Shows what the ledger learned later about one instant.",
        discussion: """
            Compares what was so at --as-of by what was known at --known-at with the same by what
            was known at --and-known-at: each customer with an entitlement, a subscription or a
            balance that is not the same. The events that an answer cites are no difference. A row
            that ends in 'in details' differs in what the table has no room for, such as a renewal
            price: --json has all of it.

            With --json the two cuts, and then a line for each customer.
            """,
        options: Option.customer + [asOf] + known + andKnown + [.environment, .json],
        exclusiveOptions: [
            .optionalCustomer, ExclusiveOptions(options: known.map(\.name), isRequired: true),
            ExclusiveOptions(options: andKnown.map(\.name)),
        ]
    ) { arguments, console in
        let customer = try arguments.customerIfGiven()
        let instant = try arguments.required(asOf.name, arguments.instant(of: asOf.name))
        let first = try arguments.knowledge("known-at", "known-sequence")
        let then = try arguments.knowledge("and-known-at", "and-known-sequence")
        let environment = arguments.storeEnvironment
        try await arguments.withLedgerOfEnvironment(console) { ledger in
            guard !arguments.has(Option.json.name) else {
                try ledger.writeDifferences(
                    asOf: instant, knownAt: first, andKnownAt: then, of: customer,
                    environment: environment, write: { try console.write($0) })
                return
            }
            var table = Table([
                Table.Column("Customer"), Table.Column("What"), Table.Column("Before"),
                Table.Column("After"),
            ])
            let head = try ledger.differences(
                asOf: instant, knownAt: first, andKnownAt: then, of: customer,
                environment: environment
            ) { append($0, to: &table) }
            try console.print(text(of: head))
            try console.print(table, orIfEmpty: "nothing changed")
        }
        return .done
    }

    private static func text(of head: DifferenceHead) -> String {
        "\(head.environment.rawValue) as of \(head.asOf.iso8601), "
            + "known at \(head.knownAt.iso8601) (event \(head.sequence)) "
            + "and at \(head.andKnownAt.iso8601) (event \(head.andSequence)), "
            + "rules \(head.rules), \(head.isFinal ? "final" : "not final")"
    }

    /// A row for each thing that is not the same.
    private static func append(_ difference: CustomerDifference, to table: inout Table) {
        let customer =
            difference.appAccountToken ?? difference.originalTransactionID
            ?? difference.appTransactionID
        for change in difference.entitlements {
            let name = change.before?.name ?? change.after?.name ?? ""
            append(
                [customer, "entitlement \(name)"], change.before.map(text(of:)),
                change.after.map(text(of:)), to: &table)
        }
        for change in difference.statuses {
            let status = change.before ?? change.after
            append(
                [customer, "subscription \(status?.originalTransactionID ?? "")"],
                change.before.map(text(of:)), change.after.map(text(of:)), to: &table)
        }
        for change in difference.balances {
            append(
                [customer, "balance \(change.before?.currency ?? change.after?.currency ?? "")"],
                change.before.map { String($0.balance) }, change.after.map { String($0.balance) },
                to: &table)
        }
    }

    /// Two texts that are the same hide what differs, and say so.
    private static func append(
        _ whatOfWhom: [String?], _ before: String?, _ after: String?, to table: inout Table
    ) {
        let isHidden = before == after
        table.append(whatOfWhom + [before, isHidden ? after.map { "\($0), in details" } : after])
    }

    private static func text(of entitlement: Entitlement) -> String {
        let notes = Certainty.notes(
            isUnconfirmed: entitlement.isUnconfirmed, isInferred: entitlement.isInferred)
        return (entitlement.expirationDate.map { "until \($0.iso8601)" } ?? "for ever")
            + (notes.isEmpty ? "" : ", \(notes)")
    }

    private static func text(of status: SubscriptionStatus) -> String {
        let state = [
            status.state.name, status.productID,
            status.expirationDate.map { "until \($0.iso8601)" },
        ]
        .compactMap { $0 }.joined(separator: " ")
        let notes = Certainty.notes(
            isUnconfirmed: status.isUnconfirmed, isInferred: status.isInferred)
        return [
            state, status.willAutoRenew.map { $0 ? "renews" : "does not renew" },
            notes.isEmpty ? nil : notes,
        ]
        .compactMap { $0 }.joined(separator: ", ")
    }
}

extension ParsedArguments {
    /// What was known, by an instant or by an event; everything where neither is given.
    fileprivate func knowledge(
        _ instantName: String, _ sequenceName: String
    ) throws(UsageError) -> Cut.Knowledge {
        if let known = try instant(of: instantName) { return .recordedAt(known) }
        let sequence = try integer(of: sequenceName, in: 0 ... .max)
        return sequence.map { .sequence(UInt64($0)) } ?? .everything
    }
}
