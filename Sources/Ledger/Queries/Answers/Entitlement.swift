/// One entitlement that a customer has at an instant, with everything that grants it.
public struct Entitlement: Sendable, Hashable {
    /// The entitlement's name, as the catalog or the host gives it.
    public var name: String
    /// The product of the grant that ends last; nil where only the host grants it.
    public var productID: String?
    /// When the last grant ends, by the facts in effect then; nil where one never ends.
    public var expirationDate: Instant?
    /// Whether the newest evidence is older than the end of the period, with auto-renewal on.
    public var isUnconfirmed: Bool
    /// Whether the end is the ledger's own: a grace period announced without a date.
    public var isInferred: Bool
    /// Every reason for it, the one that ends last first.
    public var grants: [Grant]

    /// Where access comes from.
    public enum Source: String, Sendable, Hashable, CaseIterable {
        /// A subscription of the customer.
        case subscription
        /// A product bought once.
        case nonConsumable
        /// A subscription that does not renew.
        case nonRenewing
        /// A purchase that a family member shares.
        case family
        /// The app itself, bought before it became free.
        case paidApp
        /// The host itself.
        case host
    }

    /// One reason for an entitlement.
    public struct Grant: Sendable, Hashable {
        /// Where the access comes from.
        public var source: Source
        /// The product; nil for the app itself and for a grant of the host.
        public var productID: String?
        /// The transaction that pays for it.
        public var transactionID: String?
        /// The line of purchases.
        public var originalTransactionID: String?
        /// When this grant ends; nil for what never ends.
        public var expirationDate: Instant?
        /// The state of the subscription, where it is one.
        public var state: SubscriptionState?
        /// The sequences of the events that make it so.
        public var events: [UInt64]
    }
}

extension LedgerView {
    // Not initializers, which would take over copies of what they are given and count references.

    /// An entitlement in words.
    func entitlement(_ active: ActiveEntitlement) -> Entitlement {
        var grants: [Entitlement.Grant] = []
        grants.reserveCapacity(active.grants.count)
        for index in active.grants.indices { grants.append(grant(active.grants[index])) }
        return Entitlement(
            name: text(active.entitlement) ?? "", productID: text(active.product),
            expirationDate: active.expiresDate, isUnconfirmed: active.unconfirmed,
            isInferred: active.inferred, grants: grants)
    }

    private func grant(_ grant: EntitlementGrant) -> Entitlement.Grant {
        Entitlement.Grant(
            source: grant.source, productID: text(grant.product),
            transactionID: text(grant.transactionID),
            originalTransactionID: text(grant.originalTransactionID),
            expirationDate: grant.expiresDate, state: grant.state, events: grant.events)
    }
}

extension Entitlement {
    func write(to json: inout JSONWriter) {
        json.member("entitlement", name)
        json.member("productId", productID)
        json.member("expiresDate", expirationDate)
        json.member("unconfirmed", isUnconfirmed)
        json.member("inferred", isInferred)
        json.array("grants") { json in
            for grant in grants { json.object { grant.write(to: &$0) } }
        }
    }
}

extension Entitlement.Grant {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("source", source.rawValue)
        json.member("productId", productID)
        json.member("transactionId", transactionID)
        json.member("originalTransactionId", originalTransactionID)
        json.member("expiresDate", expirationDate)
        json.member("state", state?.name)
        json.events(events)
    }
}

extension Answer<[Entitlement]> {
    /// The answer as one JSON object in UTF-8, with the App Store Server API's names.
    public var json: [UInt8] {
        json { json in
            json.array("entitlements") { json in
                for entitlement in value { json.object { entitlement.write(to: &$0) } }
            }
        }
    }
}

extension JSONWriter {
    /// Writes the sequences that an answer cites.
    mutating func events(_ events: [UInt64]) {
        array("events") { json in
            for event in events { json.element(event) }
        }
    }
}
