/// Why the test App Store could not do what was asked.
public enum TestAppStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// An operation of libcrypto failed.
    case libcrypto(String)
    /// The text is not JSON.
    case notJSON
    /// The text is no date of the forms that `TestDate` reads, or too far away.
    case date(String)
    /// An `appAccountToken` must be a UUID.
    case appAccountToken(String)
    /// A transaction identifier must be a decimal number of at most 18 digits.
    case transactionID(String)
    /// The customer never bought this transaction here.
    case unknownTransaction(String)
    /// The product is of the wrong type for this, or of another subscription group.
    case product(String)
    /// `subscribe` must come first.
    case notSubscribed
    /// The subscription still runs at that date: end it first, or upgrade.
    case stillSubscribed
    /// Automatic renewal is off: `setAutoRenew(true)` first.
    case autoRenewOff
    /// The charge already failed: `recover` or `expire`.
    case chargeFailing
    /// No charge failed before: `failToRenew` first.
    case chargeNotFailing
    /// The date lies before what it must follow.
    case datesOutOfOrder
    /// The transaction is refunded already: reverse that first.
    case alreadyRefunded(String)
    /// The transaction is not refunded.
    case notRefunded(String)
    /// A share must be between 0 and 100,000 thousandths of a percent.
    case revocationPercentage(Int64)
    /// A purchase must be of at least one, at a price that a number can hold.
    case quantity(Int64)
    /// A page must hold at least one transaction.
    case pageSize(Int)

    /// What failed, and what to do.
    public var description: String {
        switch self {
        case .libcrypto(let operation): "libcrypto failed in \(operation)"
        case .notJSON: "the text is not JSON"
        case .date(let text):
            "\(text) is no date; write 2026-01-05, 2026-01-05T09:00:00Z or with milliseconds"
        case .appAccountToken(let text): "the appAccountToken \(text) is no UUID"
        case .transactionID(let text):
            "the transaction id \(text) is no decimal number of at most 18 digits"
        case .unknownTransaction(let id): "the transaction \(id) was never bought here"
        case .product(let id): "the product \(id) has the wrong type or group for this"
        case .notSubscribed: "nothing was bought yet; subscribe first"
        case .stillSubscribed: "the subscription still runs; end it first, or upgrade"
        case .autoRenewOff: "automatic renewal is off; turn it on first"
        case .chargeFailing: "the charge failed; recover or expire"
        case .chargeNotFailing: "no charge failed; failToRenew first"
        case .datesOutOfOrder: "the date lies before what it must follow"
        case .alreadyRefunded(let id): "the transaction \(id) is refunded already"
        case .notRefunded(let id): "the transaction \(id) is not refunded"
        case .revocationPercentage(let value): "\(value) is not between 0 and 100000"
        case .quantity(let count): "nobody can buy \(count) of this"
        case .pageSize(let size): "a page of \(size) transactions holds nothing"
        }
    }
}
