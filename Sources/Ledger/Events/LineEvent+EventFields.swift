extension LineEvent {
    /// What the fold of a line needs of an event whose every field is there.
    init(_ event: borrowing EventFields) {
        self.init(
            RecordHead(
                kind: event.kind, environment: event.environment, line: event.line,
                recordedAt: event.recordedAt, effectiveAt: event.effectiveAt))
        takeIdentity(of: event)
        takePurchase(of: event)
        takeRenewalInfo(of: event)
        takeNotification(of: event)
    }

    private mutating func takeIdentity(of event: borrowing EventFields) {
        take(event.bundle, 1)
        take(event.account, 2)
        take(event.appTransaction, 3)
        take(event.evidenceSequence, 4)
        take(event.signedDate, 7)
        take(event.contentDigest, 8)
        take(event.statedRenewalInfoAccount, 9)
    }

    private mutating func takePurchase(of event: borrowing EventFields) {
        take(event.transactionID, 10)
        take(event.originalTransactionID, 11)
        take(event.webOrderLineItemID, 12)
        take(event.product, 13)
        take(event.subscriptionGroup, 14)
        take(event.purchaseDate, 15)
        take(event.expiresDate, 17)
        take(event.quantity, 18)
        take(event.productType, 19)
        take(event.ownershipType, 20)
        take(event.revocationDate, 22)
        take(event.revocationType, 24)
        take(event.revocationPercentage, 25)
        take(event.isUpgraded, 26)
        take(event.offerType, 27)
        take(event.offerIdentifier, 28)
        take(event.billingPlanType, 35)
        take(event.commitmentExpiresDate, 37)
        take(event.totalBillingPeriods, 39)
    }

    private mutating func takeRenewalInfo(of event: borrowing EventFields) {
        take(event.autoRenewProduct, 50)
        take(event.autoRenewStatus, 51)
        take(event.isInBillingRetryPeriod, 52)
        take(event.priceIncreaseStatus, 53)
        take(event.gracePeriodExpiresDate, 54)
        take(event.expirationIntent, 55)
        take(event.renewalDate, 57)
        take(event.renewalPrice, 58)
        take(event.commitmentAutoRenewProduct, 61)
        take(event.commitmentAutoRenewStatus, 62)
    }

    private mutating func takeNotification(of event: borrowing EventFields) {
        take(event.notificationType, 80)
        take(event.subtype, 81)
        take(event.status, 83)
        take(event.statedTransactionSequence, 88)
        take(event.statedTransactionSignedDate, 89)
        take(event.statedRenewalInfoSequence, 90)
        take(event.statedRenewalInfoSignedDate, 91)
    }
}

extension LineEvent {
    private mutating func take(_ value: UInt64?, _ field: UInt8) {
        if let value { take(value, field: field) }
    }

    private mutating func take(_ value: Int64?, _ field: UInt8) {
        if let value { take(UInt64(bitPattern: value), field: field) }
    }

    private mutating func take(_ value: Int32?, _ field: UInt8) {
        if let value { take(UInt64(UInt32(bitPattern: value)), field: field) }
    }

    private mutating func take(_ value: Bool?, _ field: UInt8) {
        if let value { take(value ? 1 : 0, field: field) }
    }

    private mutating func take(_ value: Symbol?, _ field: UInt8) {
        if let value { take(UInt64(value.number), field: field) }
    }

    private mutating func take(_ value: IdentityNumber?, _ field: UInt8) {
        if let value { take(UInt64(value.number), field: field) }
    }

    private mutating func take(_ value: StoreIdentifier?, _ field: UInt8) {
        if let value { take(value.bits, field: field) }
    }

    private mutating func take(_ value: Instant?, _ field: UInt8) {
        if let value {
            take(UInt64(bitPattern: value.millisecondsSince1970), field: field)
        }
    }
}
