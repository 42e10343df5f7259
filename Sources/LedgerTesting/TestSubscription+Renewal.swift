/// What is decided about the next renewal, and what becomes of it.
extension TestSubscription {
    /// Turns automatic renewal on or off.
    ///
    /// - Parameters:
    ///   - willRenew: whether it renews from now on.
    ///   - date: when Apple signs.
    ///   - changes: other values of fields.
    /// - Returns: `DID_CHANGE_RENEWAL_STATUS` with `AUTO_RENEW_ENABLED` or `AUTO_RENEW_DISABLED`.
    /// - Throws: `TestAppStoreError.notSubscribed`, `date`, `datesOutOfOrder`.
    public mutating func setAutoRenew(
        _ willRenew: Bool, at date: TestDate, changing changes: TestChanges = .none
    ) throws(TestAppStoreError) -> TestJSON {
        try require(date, notBefore: newest.purchaseDate)
        renewal.willRenew = willRenew
        return try notification(
            type: "DID_CHANGE_RENEWAL_STATUS",
            subtype: willRenew ? "AUTO_RENEW_ENABLED" : "AUTO_RENEW_DISABLED", at: date,
            changing: changes)
    }

    /// Chooses the product from the next renewal on.
    ///
    /// - Parameters:
    ///   - product: a product of the group; the present one takes the choice back.
    ///   - date: when Apple signs.
    ///   - changes: other values of fields.
    /// - Returns: `DID_CHANGE_RENEWAL_PREF`, with `DOWNGRADE` when it is another product.
    /// - Throws: `TestAppStoreError.notSubscribed`, `product`, `date`, `datesOutOfOrder`.
    public mutating func downgrade(
        to product: TestProduct, at date: TestDate, changing changes: TestChanges = .none
    ) throws(TestAppStoreError) -> TestJSON {
        try require(date, notBefore: newest.purchaseDate)
        guard product.kind == .autoRenewable, product.period != nil,
            product.subscriptionGroupID == self.product.subscriptionGroupID
        else { throw .product(product.id) }
        renewal.product = product
        renewal.willRenew = true
        return try notification(
            type: "DID_CHANGE_RENEWAL_PREF",
            subtype: product.id == self.product.id ? nil : "DOWNGRADE", at: date,
            changing: changes)
    }

    /// A charge fails; Apple tries again for up to 60 days.
    ///
    /// - Parameters:
    ///   - date: when Apple signs; at the end of the period unless given.
    ///   - graceEnd: `gracePeriodExpiresDate`; no grace period unless given.
    ///   - changes: other values of fields.
    /// - Returns: `DID_FAIL_TO_RENEW`, with `GRACE_PERIOD` if there is one.
    /// - Throws: `TestAppStoreError.notSubscribed`, `autoRenewOff`, `chargeFailing`, `date`,
    ///   `datesOutOfOrder`.
    public mutating func failToRenew(
        at date: TestDate? = nil, graceUntil graceEnd: TestDate? = nil,
        changing changes: TestChanges = .none
    ) throws(TestAppStoreError) -> TestJSON {
        let end = try self.end
        let date = date ?? TestDate(millisecondsSince1970: end)
        guard renewal.willRenew else { throw .autoRenewOff }
        guard !renewal.isFailing else { throw .chargeFailing }
        try require(date, notBefore: newest.purchaseDate)
        if let graceEnd { try require(graceEnd, notBefore: end) }
        renewal.gracePeriodExpiresDate = try graceEnd?.milliseconds
        renewal.isFailing = true
        renewal.expirationIntent = TestExpiration.billingRetry.rawValue
        return try notification(
            type: "DID_FAIL_TO_RENEW", subtype: graceEnd == nil ? nil : "GRACE_PERIOD", at: date,
            changing: changes)
    }

    /// The grace period ends without payment; the charge is still tried.
    ///
    /// - Parameters:
    ///   - date: when Apple signs; at the end of the grace period unless given.
    ///   - changes: other values of fields.
    /// - Returns: `GRACE_PERIOD_EXPIRED`.
    /// - Throws: `TestAppStoreError.notSubscribed`, `chargeNotFailing`, `date`, `datesOutOfOrder`.
    public mutating func endGracePeriod(
        at date: TestDate? = nil, changing changes: TestChanges = .none
    ) throws(TestAppStoreError) -> TestJSON {
        _ = try newest
        guard renewal.isFailing, let graceEnd = renewal.gracePeriodExpiresDate else {
            throw .chargeNotFailing
        }
        let date = date ?? TestDate(millisecondsSince1970: graceEnd)
        try require(date, notBefore: graceEnd)
        renewal.gracePeriodExpiresDate = nil
        return try notification(type: "GRACE_PERIOD_EXPIRED", at: date, changing: changes)
    }

    /// The subscription ends.
    ///
    /// - Parameters:
    ///   - reason: why; after a failed charge `billingRetry`, else `voluntary`, unless given.
    ///   - date: when Apple signs; at the end of the period unless given.
    ///   - changes: other values of fields.
    /// - Returns: `EXPIRED` with the reason as its subtype.
    /// - Throws: `TestAppStoreError.notSubscribed`, `date`, `datesOutOfOrder`.
    public mutating func expire(
        _ reason: TestExpiration? = nil, at date: TestDate? = nil,
        changing changes: TestChanges = .none
    ) throws(TestAppStoreError) -> TestJSON {
        let end = try self.end
        let date = date ?? TestDate(millisecondsSince1970: end)
        try require(date, notBefore: end)
        let reason = reason ?? (renewal.isFailing ? .billingRetry : .voluntary)
        renewal.willRenew = false
        renewal.isFailing = false
        renewal.gracePeriodExpiresDate = nil
        renewal.expirationIntent = reason.rawValue
        return try notification(
            type: "EXPIRED", subtype: reason.subtype, at: date, changing: changes)
    }

    private func require(
        _ date: TestDate, notBefore earliest: Int64
    ) throws(TestAppStoreError) {
        guard try date.milliseconds >= earliest else { throw .datesOutOfOrder }
    }
}
