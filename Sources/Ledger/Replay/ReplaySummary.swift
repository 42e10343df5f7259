/// What is true of everybody at a cut, counted.
public struct ReplaySummary: Sendable, Hashable {
    /// Customers of whom something is so at the instant: an entitlement, a subscription in any
    /// state, or a balance with units or lots.
    public var customers = 0
    /// Customers of whom anything is known, be it of later instants: accounts, lines that nobody
    /// owns, and Apple Accounts with nothing but a purchase of the app that grants something.
    public var customersKnown = 0
    /// How many customers have each entitlement.
    public var entitlements: [String: Int] = [:]
    /// How many subscriptions of each group are in each state; a line without a group under "".
    public var statuses: [String: [SubscriptionState: Int]] = [:]
    /// The sum of all balances of each currency.
    public var balances: [String: Int64] = [:]

    /// The summary as the members of one JSON object, keys in order.
    func write(to json: inout JSONWriter) {
        json.member("customers", customers)
        json.member("customersKnown", customersKnown)
        json.object("entitlements") { json in
            for (name, count) in entitlements.sorted(by: { $0.key < $1.key }) {
                json.member(name, count)
            }
        }
        json.object("statuses") { json in
            for (group, states) in statuses.sorted(by: { $0.key < $1.key }) {
                json.object(group) { json in
                    for (state, count) in states.sorted(by: { $0.key.name < $1.key.name }) {
                        json.member(state.name, count)
                    }
                }
            }
        }
        json.object("balances") { json in
            for (currency, sum) in balances.sorted(by: { $0.key < $1.key }) {
                json.member(currency, sum)
            }
        }
    }
}

extension Answer<ReplaySummary> {
    /// The summary as one JSON object in UTF-8.
    public var json: [UInt8] { json { value.write(to: &$0) } }
}
