/// What visits an event's fields in the order of their numbers.
///
/// The encoder, the decoder and the writers of JSON and CSV conform, so that the list of fields
/// stands in one place; the lean decoder of a replay repeats the numbers that a line's fold reads,
/// and its tests compare it with the whole one. The names are the App Store Server API's where it
/// has one.
protocol EventFieldVisitor: ~Copyable, ~Escapable {
    /// Whether any field with a number in the range may be there; a visitor that knows skips it.
    mutating func enters(_ numbers: ClosedRange<UInt8>) -> Bool
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Symbol?)
        throws(RecordError)
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout IdentityNumber?)
        throws(RecordError)
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout StoreIdentifier?)
        throws(RecordError)
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Instant?)
        throws(RecordError)
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout UInt64?)
        throws(RecordError)
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Int64?)
        throws(RecordError)
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Int32?)
        throws(RecordError)
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Bool?)
        throws(RecordError)
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Digest?)
        throws(RecordError)
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [UInt8]?)
        throws(RecordError)
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout PackedText?)
        throws(RecordError)
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [Symbol]?)
        throws(RecordError)
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [IdentityDefinition]?)
        throws(RecordError)
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [SymbolDefinition]?)
        throws(RecordError)
}

extension EventFields {
    /// Visits every field behind the record's fixed head, in the order of the field numbers.
    mutating func accept<Visitor: EventFieldVisitor & ~Copyable & ~Escapable>(
        _ visitor: inout Visitor
    ) throws(RecordError) {
        if visitor.enters(1...9) { try acceptIdentity(&visitor) }
        if visitor.enters(10...49) {
            try acceptPurchase(&visitor)
            try acceptTerms(&visitor)
        }
        if visitor.enters(50...79) { try acceptRenewalInfo(&visitor) }
        if visitor.enters(80...87) { try acceptNotification(&visitor) }
        if visitor.enters(88...91) { try acceptStated(&visitor) }
        if visitor.enters(92...109) { try acceptSummary(&visitor) }
        if visitor.enters(110...129) { try acceptHostAction(&visitor) }
        if visitor.enters(130...139) { try acceptAppTransaction(&visitor) }
        if visitor.enters(140...149) {
            try visitor.visit(140, "identityDefinitions", &identityDefinitions)
            try visitor.visit(141, "symbolDefinitions", &symbolDefinitions)
        }
    }

    private mutating func acceptIdentity<Visitor: EventFieldVisitor & ~Copyable & ~Escapable>(
        _ visitor: inout Visitor
    ) throws(RecordError) {
        try visitor.visit(1, "bundleId", &bundle)
        try visitor.visit(2, "appAccountToken", &account)
        try visitor.visit(3, "appTransactionId", &appTransaction)
        try visitor.visit(4, "evidenceSequence", &evidenceSequence)
        try visitor.visit(5, "evidencePart", &evidencePart)
        try visitor.visit(6, "evidenceDigest", &evidenceDigest)
        try visitor.visit(7, "signedDate", &signedDate)
        try visitor.visit(8, "contentDigest", &contentDigest)
        try visitor.visit(9, "renewalInfoAppAccountToken", &statedRenewalInfoAccount)
    }

    private mutating func acceptPurchase<Visitor: EventFieldVisitor & ~Copyable & ~Escapable>(
        _ visitor: inout Visitor
    ) throws(RecordError) {
        try visitor.visit(10, "transactionId", &transactionID)
        try visitor.visit(11, "originalTransactionId", &originalTransactionID)
        try visitor.visit(12, "webOrderLineItemId", &webOrderLineItemID)
        try visitor.visit(13, "productId", &product)
        try visitor.visit(14, "subscriptionGroupIdentifier", &subscriptionGroup)
        try visitor.visit(15, "purchaseDate", &purchaseDate)
        try visitor.visit(16, "originalPurchaseDate", &originalPurchaseDate)
        try visitor.visit(17, "expiresDate", &expiresDate)
        try visitor.visit(18, "quantity", &quantity)
        try visitor.visit(19, "type", &productType)
        try visitor.visit(20, "inAppOwnershipType", &ownershipType)
        try visitor.visit(21, "transactionReason", &transactionReason)
        try visitor.visit(22, "revocationDate", &revocationDate)
        try visitor.visit(23, "revocationReason", &revocationReason)
        try visitor.visit(24, "revocationType", &revocationType)
        try visitor.visit(25, "revocationPercentage", &revocationPercentage)
        try visitor.visit(26, "isUpgraded", &isUpgraded)
    }

    private mutating func acceptTerms<Visitor: EventFieldVisitor & ~Copyable & ~Escapable>(
        _ visitor: inout Visitor
    ) throws(RecordError) {
        try visitor.visit(27, "offerType", &offerType)
        try visitor.visit(28, "offerIdentifier", &offerIdentifier)
        try visitor.visit(29, "offerDiscountType", &offerDiscountType)
        try visitor.visit(30, "offerPeriod", &offerPeriod)
        try visitor.visit(31, "storefront", &storefront)
        try visitor.visit(32, "storefrontId", &storefrontID)
        try visitor.visit(33, "price", &price)
        try visitor.visit(34, "currency", &currency)
        try visitor.visit(35, "billingPlanType", &billingPlanType)
        try visitor.visit(36, "billingPeriodNumber", &billingPeriodNumber)
        try visitor.visit(37, "commitmentExpiresDate", &commitmentExpiresDate)
        try visitor.visit(38, "commitmentPrice", &commitmentPrice)
        try visitor.visit(39, "totalBillingPeriods", &totalBillingPeriods)
        try visitor.visit(40, "previousOriginalTransactionId", &previousOriginalTransactionID)
    }

    private mutating func acceptRenewalInfo<Visitor: EventFieldVisitor & ~Copyable & ~Escapable>(
        _ visitor: inout Visitor
    ) throws(RecordError) {
        try visitor.visit(50, "autoRenewProductId", &autoRenewProduct)
        try visitor.visit(51, "autoRenewStatus", &autoRenewStatus)
        try visitor.visit(52, "isInBillingRetryPeriod", &isInBillingRetryPeriod)
        try visitor.visit(53, "priceIncreaseStatus", &priceIncreaseStatus)
        try visitor.visit(54, "gracePeriodExpiresDate", &gracePeriodExpiresDate)
        try visitor.visit(55, "expirationIntent", &expirationIntent)
        try visitor.visit(56, "recentSubscriptionStartDate", &recentSubscriptionStartDate)
        try visitor.visit(57, "renewalDate", &renewalDate)
        try visitor.visit(58, "renewalPrice", &renewalPrice)
        try visitor.visit(59, "eligibleWinBackOfferIds", &eligibleWinBackOffers)
        try visitor.visit(60, "renewalBillingPlanType", &renewalBillingPlanType)
        try visitor.visit(61, "commitmentAutoRenewProductId", &commitmentAutoRenewProduct)
        try visitor.visit(62, "commitmentAutoRenewStatus", &commitmentAutoRenewStatus)
        try visitor.visit(
            63, "commitmentRenewalBillingPlanType", &commitmentRenewalBillingPlanType)
        try visitor.visit(64, "commitmentRenewalDate", &commitmentRenewalDate)
        try visitor.visit(65, "commitmentRenewalPrice", &commitmentRenewalPrice)
    }

    private mutating func acceptNotification<Visitor: EventFieldVisitor & ~Copyable & ~Escapable>(
        _ visitor: inout Visitor
    ) throws(RecordError) {
        try visitor.visit(80, "notificationType", &notificationType)
        try visitor.visit(81, "subtype", &subtype)
        try visitor.visit(82, "notificationUUID", &notificationUUID)
        try visitor.visit(83, "status", &status)
        try visitor.visit(84, "appAppleId", &appAppleID)
        try visitor.visit(85, "bundleVersion", &bundleVersion)
        try visitor.visit(86, "version", &version)
        try visitor.visit(87, "consumptionRequestReason", &consumptionRequestReason)
    }

    private mutating func acceptStated<Visitor: EventFieldVisitor & ~Copyable & ~Escapable>(
        _ visitor: inout Visitor
    ) throws(RecordError) {
        try visitor.visit(88, "transactionSequence", &statedTransactionSequence)
        try visitor.visit(89, "transactionSignedDate", &statedTransactionSignedDate)
        try visitor.visit(90, "renewalInfoSequence", &statedRenewalInfoSequence)
        try visitor.visit(91, "renewalInfoSignedDate", &statedRenewalInfoSignedDate)
    }

    private mutating func acceptSummary<Visitor: EventFieldVisitor & ~Copyable & ~Escapable>(
        _ visitor: inout Visitor
    ) throws(RecordError) {
        try visitor.visit(92, "requestIdentifier", &requestIdentifier)
        try visitor.visit(93, "succeededCount", &succeededCount)
        try visitor.visit(94, "failedCount", &failedCount)
        try visitor.visit(95, "storefrontCountryCodes", &storefrontCountryCodes)
        try visitor.visit(96, "externalPurchaseId", &externalPurchaseID)
        try visitor.visit(97, "tokenCreationDate", &tokenCreationDate)
        try visitor.visit(98, "tokenType", &tokenType)
        try visitor.visit(99, "tokenExpirationDate", &tokenExpirationDate)
    }

    private mutating func acceptHostAction<Visitor: EventFieldVisitor & ~Copyable & ~Escapable>(
        _ visitor: inout Visitor
    ) throws(RecordError) {
        try visitor.visit(110, "id", &idempotencyKey)
        try visitor.visit(111, "balanceCurrency", &balanceCurrency)
        try visitor.visit(112, "amount", &amount)
        try visitor.visit(113, "until", &until)
        try visitor.visit(114, "entitlement", &entitlement)
        try visitor.visit(115, "reversedSequence", &reversedSequence)
        try visitor.visit(116, "outcome", &outcome)
        try visitor.visit(117, "catalog", &catalog)
        try visitor.visit(118, "policy", &policyName)
        try visitor.visit(119, "value", &policyValue)
    }

    private mutating func acceptAppTransaction<Visitor: EventFieldVisitor & ~Copyable & ~Escapable>(
        _ visitor: inout Visitor
    ) throws(RecordError) {
        try visitor.visit(130, "applicationVersion", &applicationVersion)
        try visitor.visit(131, "versionExternalIdentifier", &versionExternalIdentifier)
        try visitor.visit(132, "originalApplicationVersion", &originalApplicationVersion)
        try visitor.visit(133, "preorderDate", &preorderDate)
        try visitor.visit(134, "originalPlatform", &originalPlatform)
    }
}
