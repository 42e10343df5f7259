/// One purchase of the app itself, as its newest AppTransaction tells it.
struct AppPurchase: Sendable, Hashable {
    /// The event that holds it.
    var sequence: UInt64
    var signedDate: Instant
    /// Digest of the content.
    var digest: UInt64
    /// When the app was first downloaded.
    var originalPurchaseDate: Instant?
    /// Where; nil in what was signed before that was told.
    var originalPlatform: Symbol?

    init(_ event: EventFields, sequence: UInt64) {
        self.sequence = sequence
        signedDate = event.signedDate ?? event.recordedAt
        digest = event.contentDigest ?? 0
        originalPurchaseDate = event.originalPurchaseDate
        originalPlatform = event.originalPlatform
    }

    /// R5, R6: the newest signature replaces everything; of equal dates the greater digest does.
    func isReplaced(by other: AppPurchase) -> Bool {
        (signedDate, digest) < (other.signedDate, other.digest)
    }
}

/// An account presented a purchase of the app; held by both.
struct AppPresentation: Sendable, Hashable {
    var sequence: UInt64
    var at: Instant
    /// In the state of the purchase the account, in the state of the account the purchase.
    var other: IdentityNumber
}

extension AccountState {
    /// Who the first presentation says that the purchase of the app belongs to; where the host lets
    /// presentations transfer (P5), the last one by the instant.
    func presenter(at instant: Instant, secondAccount: Policies.SecondAccount) -> IdentityNumber? {
        let first = appPresentations.min { $0.sequence < $1.sequence }
        switch secondAccount {
        case .keep:
            return first?.other
        case .transfer:
            let last = appPresentations.filter { $0.at <= instant }
                .max { ($0.at, $0.sequence) < ($1.at, $1.sequence) }
            return (last ?? first)?.other
        }
    }
}
