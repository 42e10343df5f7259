/// One setting with its value, as a `policy` event says it.
enum PolicySetting: Sendable, Hashable {
    case accessInBillingRetry(Bool)
    case negativeBalance(OverdraftPolicy)
    case graceWithoutDateDays(Int64)
    case unconfirmedSlack(CalendarPeriod?)
    case secondAccount(Policies.SecondAccount)
    case nonRenewing(Policies.NonRenewing)

    /// The longest grace period the App Store offers, in days.
    static let graceDaysLimit: Int64 = 28

    /// Reads the texts of a policy and its value.
    init(name: String, value: String) throws(PolicyError) {
        guard let policy = PolicyName(rawValue: name) else { throw .unknownName(name) }
        guard let setting = Self.setting(policy, value) else {
            throw .invalidValue(policy, value: value)
        }
        self = setting
    }

    /// The setting, or nil where the policy does not take the value.
    private static func setting(_ policy: PolicyName, _ value: String) -> PolicySetting? {
        switch policy {
        case .accessInBillingRetry:
            switch value {
            case "on": return .accessInBillingRetry(true)
            case "off": return .accessInBillingRetry(false)
            default: return nil
            }
        case .negativeBalance:
            switch value {
            case "allow": return .negativeBalance(.negative)
            case "clamp": return .negativeBalance(.clamp)
            default: return nil
            }
        case .graceWithoutDateDays:
            guard let days = Int64(value), (0...graceDaysLimit).contains(days) else { return nil }
            return .graceWithoutDateDays(days)
        case .unconfirmedSlack:
            if value == "0" { return .unconfirmedSlack(nil) }
            return CalendarPeriod(iso8601: value).map { .unconfirmedSlack($0) }
        case .secondAccount:
            return Policies.SecondAccount(rawValue: value).map { .secondAccount($0) }
        case .nonRenewing:
            return Policies.NonRenewing(rawValue: value).map { .nonRenewing($0) }
        }
    }
}
