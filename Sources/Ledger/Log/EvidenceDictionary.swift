/// The texts that evidence is compressed against, by number.
///
/// A ledger keeps the dictionaries it used in its own tables, because losing one loses evidence;
/// the texts here only start new ledgers. zstd finds the repeated keys and common values of App
/// Store payloads in it. Likely strings stand near the end, where references to them are shortest.
///
/// In front of the text are the tables of a zstd dictionary (RFC 8878, 5): how often each byte and
/// each length stands in frames of such payloads. Without them each frame brings tables of its own,
/// which take a sixth of its bytes and more than half of the time that compressing takes.
enum EvidenceDictionary {
    /// The number of the dictionary that new evidence is compressed with.
    static let currentNumber: UInt8 = 1

    /// The first dictionary.
    static let first: [UInt8] = tables + text

    /// Magic number, id 1, and the tables that `ZDICT_finalizeDictionary` made for the text from
    /// three thousand inputs of a test load.
    private static let tables: [UInt8] = [
        0x37, 0xA4, 0x30, 0xEC, 0x01, 0x00, 0x00, 0x00, 0x32, 0x10, 0xC8, 0x9A, 0xA4, 0x03,
        0x39, 0xAA, 0xD7, 0x57, 0xFF, 0xFF, 0xFF, 0x7F, 0xBE, 0x8C, 0xBB, 0x51, 0xF0, 0x9A,
        0x36, 0x36, 0x69, 0x00, 0x37, 0xB5, 0xE5, 0xDE, 0x70, 0xB2, 0xF9, 0x2B, 0x5A, 0xAB,
        0x91, 0x80, 0x92, 0x49, 0xCA, 0x94, 0x64, 0xCA, 0x64, 0xB1, 0xE4, 0x6C, 0xDC, 0x5D,
        0xC4, 0xDE, 0x29, 0xC3, 0x00, 0x48, 0x00, 0x00, 0x92, 0x04, 0x83, 0x63, 0xFC, 0x6E,
        0x00, 0x00, 0x04, 0x80, 0x45, 0x45, 0xC3, 0xC4, 0x4A, 0x05, 0x03, 0x08, 0x04, 0x8B,
        0xC5, 0x85, 0x45, 0xC1, 0x40, 0x48, 0x22, 0x0A, 0x82, 0xA3, 0x40, 0x04, 0xA3, 0x00,
        0x12, 0x60, 0x41, 0x40, 0x52, 0x00, 0x41, 0xA9, 0x18, 0x19, 0x00, 0x00, 0x00, 0x04,
        0x95, 0xA2, 0x79, 0x3C, 0x92, 0x04, 0x02, 0x80, 0x41, 0x51, 0x04, 0x48, 0x08, 0x00,
        0x00, 0x80, 0x04, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x04, 0x00, 0x00,
        0x00, 0x08, 0x00, 0x00, 0x00,
    ]

    private static let text = Array(
        #"""
        {"advancedCommerceInfo":{"descriptors":{"description":"","displayName":""},"estimatedTax":0,"items":[{"SKU":"","description":"","displayName":"","price":0}],"period":"P1M","requestReferenceId":"","taxCode":"","taxExclusivePrice":0,"taxRate":"0.0"},"commitmentInfo":{"billingPeriodNumber":1,"commitmentExpiresDate":1,"commitmentPrice":0,"totalBillingPeriods":12},"billingPlanType":"BILLED_UPFRONT","billingPlanType":"MONTHLY","consumptionRequestReason":"UNINTENDED_PURCHASE","receiptType":"Production","applicationVersion":"1","originalApplicationVersion":"1.0","deviceVerification":"","deviceVerificationNonce":"","receiptCreationDate":17,"originalPlatform":"iOS","externalPurchaseToken":{"externalPurchaseId":"SANDBOX","tokenCreationDate":17},"summary":{"requestIdentifier":"","storefrontCountryCodes":["USA"],"succeededCount":0,"failedCount":0},"eligibleWinBackOfferIds":[],"revocationType":"REFUND_PRORATED","revocationPercentage":50000,"revocationType":"REFUND_FULL","revocationPercentage":100000,"inAppOwnershipType":"FAMILY_SHARED","revocationType":"FAMILY_REVOKE","gracePeriodExpiresDate":17,"expirationIntent":1,"isInBillingRetryPeriod":true,"priceIncreaseStatus":0,"offerType":1,"offerIdentifier":"","offerDiscountType":"FREE_TRIAL","offerPeriod":"P1W","isUpgraded":true,"revocationReason":0,"revocationDate":17,"notificationType":"ONE_TIME_CHARGE","type":"Non-Consumable","type":"Non-Renewing Subscription","type":"Consumable","notificationType":"REFUND","notificationType":"EXPIRED","subtype":"VOLUNTARY","subtype":"BILLING_RETRY","notificationType":"DID_FAIL_TO_RENEW","subtype":"GRACE_PERIOD","notificationType":"DID_CHANGE_RENEWAL_STATUS","subtype":"AUTO_RENEW_DISABLED","subtype":"AUTO_RENEW_ENABLED","notificationType":"DID_CHANGE_RENEWAL_PREF","subtype":"UPGRADE","subtype":"DOWNGRADE","notificationType":"SUBSCRIBED","subtype":"INITIAL_BUY","subtype":"RESUBSCRIBE","notificationType":"DID_RENEW","notificationUUID":"","data":{"appAppleId":1,"bundleId":"com.","bundleVersion":"1","environment":"Sandbox","environment":"Production","signedTransactionInfo":"","signedRenewalInfo":"","status":1},"version":"2.0","signedDate":17}{"originalTransactionId":"2000000","autoRenewProductId":"com.","productId":"com.","autoRenewStatus":1,"isInBillingRetryPeriod":false,"renewalPrice":9990,"currency":"USD","signedDate":17,"environment":"Production","recentSubscriptionStartDate":17,"renewalDate":17,"appAccountToken":"","appTransactionId":"70"}{"transactionId":"2000000","originalTransactionId":"2000000","webOrderLineItemId":"2000000","bundleId":"com.","productId":"com.","subscriptionGroupIdentifier":"2","purchaseDate":17,"originalPurchaseDate":17,"expiresDate":17,"quantity":1,"type":"Auto-Renewable Subscription","appAccountToken":"","inAppOwnershipType":"PURCHASED","signedDate":17,"environment":"Production","transactionReason":"RENEWAL","transactionReason":"PURCHASE","storefront":"USA","storefrontId":"143441","price":9990,"currency":"USD","appTransactionId":"70"}
        """#.utf8)
}
