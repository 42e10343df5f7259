/// The five states of a subscription.
///
/// Raw values are those of the App Store's own `status`.
public enum SubscriptionState: Int32, Sendable, Hashable, CaseIterable {
    case subscribed = 1
    case expired = 2
    case inBillingRetryPeriod = 3
    case inGracePeriod = 4
    case revoked = 5

    /// The state as JSON and CSV name it.
    package var name: String { String(describing: self) }

    /// Only these two give service.
    var isEntitled: Bool {
        switch self {
        case .subscribed, .inGracePeriod: true
        case .expired, .inBillingRetryPeriod, .revoked: false
        }
    }

    /// R11: which state speaks for a group first, where lines differ.
    var groupRank: Int {
        switch self {
        case .subscribed, .inGracePeriod: 0
        case .inBillingRetryPeriod: 1
        case .revoked: 2
        case .expired: 3
        }
    }
}
