/// What one verified input says, ready for the log.
///
/// Made by pure functions from verified payloads; it knows neither the log nor the time.
struct Submission: Sendable {
    var environment: EnvironmentCode
    var bundleID: String
    var notification: StoreNotification?
    var transaction: Transaction?
    var renewalInfo: RenewalInfo?
    var appTransaction: AppTransaction?
    /// Every JWS of the input, outermost first.
    var evidence: Evidence
    /// Which of the host's accounts presented the input.
    var presentedBy: AccountToken?

    /// The part of the evidence that a payload was read from.
    enum Payload { case notification, transaction, renewalInfo, appTransaction }

    /// Where in the evidence a payload's JWS is.
    func partIndex(of payload: Payload) -> Int32 {
        // The parts stand in this order.
        let transactionIndex: Int32 = notification == nil ? 0 : 1
        let renewalInfoIndex = transactionIndex + (transaction == nil ? 0 : 1)
        return switch payload {
        case .notification: 0
        case .transaction: transactionIndex
        case .renewalInfo: renewalInfoIndex
        case .appTransaction: renewalInfoIndex + (renewalInfo == nil ? 0 : 1)
        }
    }
}
