/// What makes two statements speak of one purchase.
struct PurchaseKey: Sendable, Hashable, Comparable {
    /// Which identifier the key is.
    enum Kind: UInt8, Sendable, Hashable {
        /// A paid period, by `webOrderLineItemId`.
        case period = 0
        /// A paid period whose line item is absent or "0", by `transactionId`.
        case periodWithoutLineItem = 1
        /// A one-time purchase, by `originalTransactionId`.
        case oneTime = 2
    }

    var kind: Kind
    var identifier: StoreIdentifier

    static func < (left: PurchaseKey, right: PurchaseKey) -> Bool {
        (left.kind.rawValue, left.identifier) < (right.kind.rawValue, right.identifier)
    }

    /// Whether the purchase is one paid period of a subscription.
    var isPeriod: Bool { kind != .oneTime }

    /// The key of the purchase that a signed transaction is about; nil without any identifier.
    ///
    /// A transaction of another type, or of one that is not known, is a period where a field says
    /// that it belongs to a subscription.
    init?(_ event: LineEvent) {
        let saysSubscription =
            event.productType == BuiltInSymbols.autoRenewable
            || event.productType.map(Self.isOneTimeType) != true
                && (event.subscriptionGroup != nil || event.webOrderLineItemID != nil)
        guard saysSubscription else {
            guard let original = event.originalTransactionID ?? event.transactionID else {
                return nil
            }
            self.init(kind: .oneTime, identifier: original)
            return
        }
        if let lineItem = event.webOrderLineItemID, lineItem.bits != 0 {
            self.init(kind: .period, identifier: lineItem)
        } else if let transaction = event.transactionID {
            self.init(kind: .periodWithoutLineItem, identifier: transaction)
        } else {
            return nil
        }
    }

    /// The key of the purchase that an event is about.
    init?(_ event: EventFields) { self.init(LineEvent(event)) }

    init(kind: Kind, identifier: StoreIdentifier) {
        self.kind = kind
        self.identifier = identifier
    }

    private static func isOneTimeType(_ type: Symbol) -> Bool {
        type == BuiltInSymbols.nonConsumable || type == BuiltInSymbols.consumable
            || type == BuiltInSymbols.nonRenewing
    }
}
