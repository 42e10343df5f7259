/// A server notification V2 (`ResponseBodyV2DecodedPayload`), with what it carries still signed.
public struct StoreNotification: Sendable, Hashable {
    /// `notificationType`.
    public var notificationType: NotificationType?
    /// `subtype`.
    public var subtype: NotificationSubtype?
    /// `notificationUUID`: the same on every delivery.
    public var notificationUUID: String?
    /// `data`.
    public var data: NotificationData?
    /// `version`.
    public var version: String?
    /// `signedDate`.
    public var signedDate: Instant?
    /// `summary`.
    public var summary: NotificationSummary?
    /// `externalPurchaseToken`.
    public var externalPurchaseToken: ExternalPurchaseToken?
    /// `appData`.
    public var appData: NotificationAppData?

    /// Makes an empty value; every field of signed data is optional.
    public init() {}
}
