/// One notification: why the App Store wrote, and the signed objects that it carried.
struct NotificationLabel: Sendable, Hashable {
    var sequence: UInt64
    var type: Symbol?
    var subtype: Symbol?
    var notificationUUID: PackedText?
    /// The outer signed date, else the transaction's: notifications before mid-2022 have none.
    var signedDate: Instant?
    /// Apple's own status at the outer signed date.
    var status: Int32?
    var transaction: StatedObject?
    var renewalInfo: StatedObject?

    /// Names a signed object: the event that holds its content, and when it was signed.
    struct StatedObject: Sendable, Hashable {
        var sequence: UInt64
        var signedDate: Instant
    }

    /// Without the `notificationUUID`, which no fold asks for.
    init(_ event: LineEvent, sequence: UInt64) {
        self.sequence = sequence
        type = event.notificationType
        subtype = event.subtype
        signedDate = event.signedDate ?? event.statedTransactionSignedDate
        status = event.status
        transaction = StatedObject(
            event.statedTransactionSequence, event.statedTransactionSignedDate)
        renewalInfo = StatedObject(
            event.statedRenewalInfoSequence, event.statedRenewalInfoSignedDate)
    }

    /// The whole label.
    init(_ event: EventFields, sequence: UInt64) {
        self.init(LineEvent(event), sequence: sequence)
        notificationUUID = event.notificationUUID
    }

    /// Says that a purchase was refunded or revoked (R7).
    var saysRevoked: Bool { type == BuiltInSymbols.refund || type == BuiltInSymbols.revoke }
    /// Says that a purchase is paid, so that a revocationDate contradicts it (R7).
    var saysPaid: Bool {
        type == BuiltInSymbols.subscribed || type == BuiltInSymbols.didRenew
            || type == BuiltInSymbols.oneTimeCharge || type == BuiltInSymbols.refundReversed
    }
    /// Announces a grace period (F12).
    var announcesGrace: Bool {
        type == BuiltInSymbols.didFailToRenew && subtype == BuiltInSymbols.gracePeriod
    }
    /// Ends a grace period (R7).
    var endsGrace: Bool { type == BuiltInSymbols.gracePeriodExpired }
    /// Whether the label alone can change an answer (R7).
    var acts: Bool { saysRevoked || announcesGrace || endsGrace }

    /// Whether the label of an event can.
    static func acts(_ event: LineEvent) -> Bool {
        event.kind == .notification && NotificationLabel(event, sequence: 0).acts
    }
}

extension NotificationLabel.StatedObject {
    /// Nil unless both the event and the date are named.
    init?(_ sequence: UInt64?, _ signedDate: Instant?) {
        guard let sequence, let signedDate else { return nil }
        self.init(sequence: sequence, signedDate: signedDate)
    }
}
