/// Everything that is true of one customer at a cut.
public struct ReplayedCustomer: Sendable, Hashable {
    /// What the customer may use, by name.
    public let entitlements: [Entitlement]
    /// The subscription groups, by identifier.
    public let groups: [SubscriptionGroupStatus]
    /// The balances, by currency.
    public let balances: [Balance]

    init(_ answers: CustomerAnswers, _ view: LedgerView) {
        entitlements = answers.entitlements
        groups = answers.groups
        balances = answers.balances.map { $0.facts.folded(currency: $0.currency, view) }
    }

    func write(to json: inout JSONWriter) {
        json.array("entitlements") { json in
            for entitlement in entitlements { json.object { entitlement.write(to: &$0) } }
        }
        json.array("groups") { json in
            for group in groups { json.object { group.write(to: &$0) } }
        }
        json.array("balances") { json in
            for balance in balances { json.object { balance.write(to: &$0) } }
        }
    }
}

extension Answer<ReplayedCustomer> {
    /// The answer as one JSON object in UTF-8.
    public var json: [UInt8] { json { value.write(to: &$0) } }
}
