/// A setting of the fold that a host chooses.
///
/// The raw value is its name in `policy` events.
enum PolicyName: String, Sendable, Hashable, CaseIterable {
    /// Whether billing retry gives access: `on` or `off` (default).
    case accessInBillingRetry
    /// Whether a refund of spent units takes a balance below zero (P1): `allow` (default) or
    /// `clamp`.
    case negativeBalance
    /// How many days a grace period without a date lasts (P3): `0` to `28`, by default `3`.
    case graceWithoutDateDays
    /// Access after `expiresDate` while renewal is on and nothing was heard (P4): an ISO 8601
    /// period, or `0` (default).
    case unconfirmedSlack
    /// What a second account that presents an owned purchase does (P5): `keep` (default) or
    /// `transfer`.
    case secondAccount
    /// How two purchases of one non-renewing subscription meet (P8): `stack` (default) or
    /// `overlap`.
    case nonRenewing
}

/// Why a policy cannot be set.
enum PolicyError: Error, Sendable, Hashable {
    /// No policy has this name.
    case unknownName(String)
    /// The policy does not take this value.
    case invalidValue(PolicyName, value: String)
}

extension PolicyError: CustomStringConvertible {
    /// What is wrong and what to do.
    var description: String {
        switch self {
        case .unknownName(let name):
            "no policy is named \"\(name)\": use one of "
                + PolicyName.allCases.map(\.rawValue).joined(separator: ", ")
        case .invalidValue(let name, let value):
            "\"\(value)\" is no value of \(name.rawValue): use \(name.acceptedValues)"
        }
    }
}

extension PolicyName {
    /// The values the policy takes, in words.
    var acceptedValues: String {
        switch self {
        case .accessInBillingRetry: "on or off"
        case .negativeBalance: "allow or clamp"
        case .graceWithoutDateDays: "a whole number from 0 to \(PolicySetting.graceDaysLimit)"
        case .unconfirmedSlack: "0 or an ISO 8601 period such as PT24H"
        case .secondAccount: "keep or transfer"
        case .nonRenewing: "stack or overlap"
        }
    }
}
