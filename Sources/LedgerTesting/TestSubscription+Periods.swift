/// What is paid for.
extension TestSubscription {
    /// Buys the first period, or one after the subscription has ended.
    ///
    /// - Parameters:
    ///   - date: when it is bought and signed.
    ///   - product: another product of the group, after a lapse.
    ///   - end: `expiresDate`; one period of the product later unless given.
    ///   - changes: other values of fields.
    /// - Returns: `SUBSCRIBED` with `INITIAL_BUY`, later with `RESUBSCRIBE`.
    /// - Throws: `TestAppStoreError.stillSubscribed`, `product`, `date`, `datesOutOfOrder`.
    public mutating func subscribe(
        at date: TestDate, to product: TestProduct? = nil, until end: TestDate? = nil,
        changing changes: TestChanges = .none
    ) throws(TestAppStoreError) -> TestJSON {
        let start = try date.milliseconds
        if let last = periods.last {
            guard !last.isRunning(at: start) else { throw .stillSubscribed }
            guard start >= last.purchaseDate else { throw .datesOutOfOrder }
        }
        let subtype = periods.isEmpty ? "INITIAL_BUY" : "RESUBSCRIBE"
        try append(product ?? self.product, from: start, until: end, isRenewal: false)
        renewal.startDate = start
        return try notification(
            type: "SUBSCRIBED", subtype: subtype, at: date, changing: changes)
    }

    /// Pays for the next period.
    ///
    /// - Parameters:
    ///   - date: when Apple signs: up to a day before the period begins; when it begins unless
    ///     given.
    ///   - end: `expiresDate`; one period of the product later unless given.
    ///   - changes: other values of fields.
    /// - Returns: `DID_RENEW`.
    /// - Throws: `TestAppStoreError.notSubscribed`, `autoRenewOff`, `chargeFailing`, `date`,
    ///   `datesOutOfOrder`.
    public mutating func renew(
        at date: TestDate? = nil, until end: TestDate? = nil,
        changing changes: TestChanges = .none
    ) throws(TestAppStoreError) -> TestJSON {
        let start = try self.end
        let date = date ?? TestDate(millisecondsSince1970: start)
        guard renewal.willRenew else { throw .autoRenewOff }
        guard !renewal.isFailing else { throw .chargeFailing }
        guard try date.milliseconds >= newest.purchaseDate else { throw .datesOutOfOrder }
        try append(renewal.product, from: start, until: end, isRenewal: true)
        return try notification(type: "DID_RENEW", at: date, changing: changes)
    }

    /// Pays after a failed charge.
    ///
    /// Within the grace period the new period begins where the old one ended; later it begins at
    /// the recovery.
    ///
    /// - Parameters:
    ///   - date: when the charge comes through and is signed.
    ///   - end: `expiresDate`; one period of the product later unless given.
    ///   - changes: other values of fields.
    /// - Returns: `DID_RENEW` with `BILLING_RECOVERY`.
    /// - Throws: `TestAppStoreError.notSubscribed`, `chargeNotFailing`, `date`, `datesOutOfOrder`.
    public mutating func recover(
        at date: TestDate, until end: TestDate? = nil, changing changes: TestChanges = .none
    ) throws(TestAppStoreError) -> TestJSON {
        let (previousEnd, now) = (try self.end, try date.milliseconds)
        guard renewal.isFailing else { throw .chargeNotFailing }
        guard now >= previousEnd else { throw .datesOutOfOrder }
        let isInGrace = renewal.gracePeriodExpiresDate.map { now < $0 } ?? false
        try append(
            renewal.product, from: isInGrace ? previousEnd : now, until: end, isRenewal: true)
        return try notification(
            type: "DID_RENEW", subtype: "BILLING_RECOVERY", at: date, changing: changes)
    }

    /// Changes to a product of higher service at once: a new period begins, the old one ends.
    ///
    /// - Parameters:
    ///   - product: another product of the group.
    ///   - date: when it is bought and signed.
    ///   - end: `expiresDate`; one period of the product later unless given.
    ///   - changes: other values of fields.
    /// - Returns: `DID_CHANGE_RENEWAL_PREF` with `UPGRADE`. Nothing is sent about the old period;
    ///   `transactions(signedAt:)` has it as upgraded.
    /// - Throws: `TestAppStoreError.notSubscribed`, `product`, `date`, `datesOutOfOrder`.
    public mutating func upgrade(
        to product: TestProduct, at date: TestDate, until end: TestDate? = nil,
        changing changes: TestChanges = .none
    ) throws(TestAppStoreError) -> TestJSON {
        let (last, now) = (try newest, try date.milliseconds)
        guard product.id != last.product.id else { throw .product(product.id) }
        guard now >= last.purchaseDate else { throw .datesOutOfOrder }
        guard last.isRunning(at: now) else { throw .notSubscribed }
        try append(product, from: now, until: end, isRenewal: false)
        periods[periods.count - 2].isUpgraded = true
        return try notification(
            type: "DID_CHANGE_RENEWAL_PREF", subtype: "UPGRADE", at: date, changing: changes)
    }

    /// Adds a period, or nothing if it throws.
    private mutating func append(
        _ product: TestProduct, from start: Int64, until end: TestDate?, isRenewal: Bool
    ) throws(TestAppStoreError) {
        guard product.kind == .autoRenewable, let period = product.period,
            product.subscriptionGroupID == self.product.subscriptionGroupID
        else { throw .product(product.id) }
        let usual = try TestDate(millisecondsSince1970: start).adding(period)
        let expiresDate = try (end ?? usual).milliseconds
        guard expiresDate > start else { throw .datesOutOfOrder }
        periods.append(
            TestTransaction(
                number: originalNumber + Int64(periods.count), originalNumber: originalNumber,
                customer: customer, product: product, price: product.price, purchaseDate: start,
                originalPurchaseDate: periods.first?.purchaseDate ?? start,
                expiresDate: expiresDate, isRenewal: isRenewal))
        self.product = product
        renewal.product = product
        renewal.settle()
    }
}
