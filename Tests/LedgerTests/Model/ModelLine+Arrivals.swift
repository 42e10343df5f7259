@testable import Ledger

extension ModelLine {
    /// A line of what arrived in the tests of the fold; identifiers and symbols are their numbers.
    init(_ arrivals: [Arrival]) {
        self.init(original: "1")
        for (order, arrival) in arrivals.enumerated() {
            take(
                ModelFacts.Input(arrival), presentedBy: nil, isTakenBack: false, at: .distantPast,
                order)
        }
        settle()
    }
}

extension ModelFacts.Input {
    fileprivate init(_ arrival: Arrival) {
        transaction = arrival.transaction.map { ModelFacts.Signed($0, .init($0.fields)) }
        renewal = arrival.renewalInfo.map { ModelFacts.Signed($0, .init($0.fields)) }
        guard let type = arrival.type, let date = arrival.signedDate else { return }
        note = ModelFacts.Note(
            type: type, subtype: arrival.subtype, date: date, transaction: transaction,
            renewal: renewal)
    }
}

extension ModelFacts.Signed {
    fileprivate init(_ object: SignedObject, _ content: Content) {
        self.init(
            date: object.fields.signedDate ?? .distantPast,
            digest: object.fields.contentDigest ?? 0, content: content)
    }
}

extension ModelFacts.Transaction {
    fileprivate init(_ fields: EventFields) {
        let transaction = fields.transactionID?.bits ?? 0
        let item = fields.webOrderLineItemID?.bits ?? 0
        self.init(
            id: String(transaction), original: "1",
            key: item == 0
                ? ModelKey(kind: .periodWithoutLineItem, id: String(transaction))
                : ModelKey(kind: .period, id: String(item)),
            product: fields.product?.text, group: fields.subscriptionGroup?.text,
            purchaseDate: fields.purchaseDate, expiresDate: fields.expiresDate,
            isFamilyShared: fields.ownershipType == BuiltInSymbols.familyShared,
            revocationDate: fields.revocationDate, isUpgraded: fields.isUpgraded ?? false)
    }
}

extension ModelFacts.Renewal {
    fileprivate init(_ fields: EventFields) {
        self.init(
            willAutoRenew: fields.autoRenewStatus.map { $0 == 1 },
            autoRenewProduct: fields.autoRenewProduct?.text,
            isInBillingRetry: fields.isInBillingRetryPeriod ?? false,
            graceEnd: fields.gracePeriodExpiresDate,
            expirationIntent: fields.expirationIntent.map { Int64($0) })
    }
}

extension Symbol {
    /// The symbol's number stands for its text.
    var text: String { String(number) }
}

extension ModelCatalogs {
    /// The tests' catalogue, as far as a status depends on it: 16 days of grace, and levels.
    static let c1: ModelCatalogs = {
        var catalog = ModelCatalog(graceDays: 16)
        let levels = [Name.proYearly: 1, Name.proMonthly: 2, Name.basicMonthly: 3]
        for (product, level) in levels {
            catalog.products[product.text] = ModelCatalog.Product(
                level: Int64(level), type: "Auto-Renewable Subscription", entitlements: [],
                worth: [], isWeekly: false)
        }
        var catalogs = ModelCatalogs()
        catalogs.add(catalog, at: on("2020-01-01"))
        return catalogs
    }()
}
