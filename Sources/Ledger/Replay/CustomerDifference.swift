/// What one customer had at an instant by what was known first, and by what was known then.
public struct CustomerDifference: Sendable, Hashable {
    /// The host's account; nil for a line, or a purchase of the app, that nobody owns.
    public let appAccountToken: String?
    /// Only of a purchase of the app that nobody owns.
    public let appTransactionID: String?
    /// Only of a line that nobody owns.
    public let originalTransactionID: String?
    /// Entitlements that came, went or are others, by name.
    public let entitlements: [Change<Entitlement>]
    /// Subscriptions that came, went or are others, by originalTransactionId.
    public let statuses: [Change<SubscriptionStatus>]
    /// Balances that came, went or are others, by currency.
    public let balances: [Change<Balance>]

    /// One thing that is not the same; what was not there is nil.
    public struct Change<Value: Sendable & Hashable>: Sendable, Hashable {
        /// By what was known first.
        public let before: Value?
        /// By what was known then.
        public let after: Value?
    }

    /// Nil where both say the same: the events that an answer cites are no difference.
    init?(
        _ before: CustomerAnswers?, _ beforeView: LedgerView, _ after: CustomerAnswers?,
        _ afterView: LedgerView
    ) {
        guard let name = before?.name ?? after?.name else { return nil }
        appAccountToken = name.appAccountToken
        appTransactionID = name.appTransactionID
        originalTransactionID = name.originalTransactionID
        let first = before.map { ReplayedCustomer($0, beforeView) }
        let then = after.map { ReplayedCustomer($0, afterView) }
        entitlements = Self.changes(
            first?.entitlements, then?.entitlements, by: \.name, withoutEvents: \.withoutEvents)
        statuses = Self.changes(
            first?.groups.flatMap(\.lines), then?.groups.flatMap(\.lines),
            by: { $0.originalTransactionID ?? "" }, withoutEvents: \.withoutEvents)
        balances = Self.changes(
            first?.balances, then?.balances, by: \.currency, withoutEvents: { $0 })
        if entitlements.isEmpty && statuses.isEmpty && balances.isEmpty { return nil }
    }

    private static func changes<Value>(
        _ before: [Value]?, _ after: [Value]?, by name: (Value) -> String,
        withoutEvents: (Value) -> Value
    ) -> [Change<Value>] {
        var pairs: [String: (before: Value?, after: Value?)] = [:]
        for value in before ?? [] { pairs[name(value), default: (nil, nil)].before = value }
        for value in after ?? [] { pairs[name(value), default: (nil, nil)].after = value }
        return pairs.sorted { $0.key < $1.key }.compactMap { _, pair in
            pair.before.map(withoutEvents) == pair.after.map(withoutEvents)
                ? nil : Change(before: pair.before, after: pair.after)
        }
    }
}

extension Entitlement {
    fileprivate var withoutEvents: Entitlement {
        var copy = self
        for index in copy.grants.indices { copy.grants[index].events = [] }
        return copy
    }
}

extension SubscriptionStatus {
    fileprivate var withoutEvents: SubscriptionStatus {
        var copy = self
        copy.events = []
        return copy
    }
}

extension CustomerDifference {
    func write(to json: inout JSONWriter) {
        json.member("appAccountToken", appAccountToken)
        json.member("appTransactionId", appTransactionID)
        json.member("originalTransactionId", originalTransactionID)
        Self.write("entitlements", entitlements, to: &json) { $0.write(to: &$1) }
        Self.write("statuses", statuses, to: &json) { $0.write(to: &$1) }
        Self.write("balances", balances, to: &json) { $0.write(to: &$1) }
    }

    private static func write<Value>(
        _ name: String, _ changes: [Change<Value>], to json: inout JSONWriter,
        _ write: (Value, inout JSONWriter) -> Void
    ) {
        json.array(name) { json in
            for change in changes {
                json.object { json in
                    if let before = change.before { json.object("before") { write(before, &$0) } }
                    if let after = change.after { json.object("after") { write(after, &$0) } }
                }
            }
        }
    }
}
