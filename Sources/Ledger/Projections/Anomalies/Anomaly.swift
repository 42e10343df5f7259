/// Something in the evidence to look at.
///
/// It changes no answer.
struct Anomaly: Sendable, Hashable {
    /// The event at which it shows.
    var sequence: UInt64
    var detail: Detail

    /// What is odd, with the numbers that a reader needs.
    ///
    /// The case's name is the anomaly's kind.
    enum Detail: Sendable, Hashable {
        /// R7: a label and the fields of its transaction say different things; the fields win.
        case labelDisagreesWithFields(type: Symbol?, hasRevocationDate: Bool)
        /// F23, P5: another account claims the line.
        case ownershipConflict(owner: IdentityNumber, claimant: IdentityNumber)
        /// R16: Apple's status against ours from what was signed up to then.
        case statusDisagrees(apple: Int32, ours: SubscriptionState)
        /// F8: an auto-renewable without an expiresDate is never active.
        case missingExpiresDate(transactionID: StoreIdentifier?)
        /// P8: a non-renewing subscription without a duration in the catalog grants nothing.
        case missingDuration(product: Symbol?)
        /// R9: isUpgraded, and the period that replaced it is not known.
        case successorMissing(transactionID: StoreIdentifier?)
        /// One notificationUUID came with different bytes.
        case notificationConflict(notificationUUID: PackedText)
        /// The notification's type is none that the App Store documents.
        case unknownNotificationType(type: Symbol)
        /// R6: two contents of one purchase, or two renewal infos, have one signed date.
        case statementConflict(with: UInt64)
        /// F14: the billing retry flag is set while a paid period covers its signed date.
        case retryFlagWhilePaid
        /// The period belongs to another line, whose statement was signed first.
        case periodOfAnotherLine(holder: StoreIdentifier?)
    }

    /// The kind as `anomalies` prints it.
    var kind: String {
        switch detail {
        case .labelDisagreesWithFields: "labelDisagreesWithFields"
        case .ownershipConflict: "ownershipConflict"
        case .statusDisagrees: "statusDisagrees"
        case .missingExpiresDate: "missingExpiresDate"
        case .missingDuration: "missingDuration"
        case .successorMissing: "successorMissing"
        case .notificationConflict: "notificationConflict"
        case .unknownNotificationType: "unknownNotificationType"
        case .statementConflict: "statementConflict"
        case .retryFlagWhilePaid: "retryFlagWhilePaid"
        case .periodOfAnotherLine: "periodOfAnotherLine"
        }
    }

    /// A type that the App Store does not document, of a notification with or without a line.
    static func unknownType(of label: NotificationLabel) -> Anomaly? {
        guard let type = label.type, !knownTypes.contains(type) else { return nil }
        return Anomaly(sequence: label.sequence, detail: .unknownNotificationType(type: type))
    }

    /// The anomalies of one period that is seen under several lines.
    static func periodConflicts(among claims: [PeriodClaim]) -> [Anomaly] {
        guard let holder = PeriodClaim.holder(of: claims) else { return [] }
        return claims.filter { $0.line != holder.line }.map {
            Anomaly(
                sequence: $0.sequence,
                detail: .periodOfAnotherLine(holder: holder.originalTransactionID))
        }
    }

    private static let knownTypes: Set<Symbol> = {
        let types: [NotificationType] = [
            .subscribed, .didChangeRenewalPref, .didChangeRenewalStatus, .offerRedeemed,
            .didRenew, .expired, .didFailToRenew, .gracePeriodExpired, .priceIncrease, .refund,
            .refundDeclined, .refundReversed, .consumptionRequest, .revoke, .renewalExtended,
            .renewalExtension, .oneTimeCharge, .test, .externalPurchaseToken, .rescindConsent,
            .metadataUpdate, .migration, .priceChange,
        ]
        let numbers = types.compactMap { BuiltInSymbols.numbers[$0.rawValue] }
        return Set(numbers.map { Symbol(number: $0) })
    }()
}
