/// One line's claim to a paid period: when the line's first statement about it was signed.
///
/// A webOrderLineItemId that is seen under two lines is one period. It is the line's whose
/// statement is signed first; the other has an anomaly, no credit and no sale.
struct PeriodClaim: Sendable, Hashable, Comparable {
    var key: PurchaseKey
    var signedDate: Instant
    var digest: UInt64
    var originalTransactionID: StoreIdentifier?
    var line: LineNumber
    var sequence: UInt64

    /// By what was signed: the date, the content, then the lower id.
    static func < (left: PeriodClaim, right: PeriodClaim) -> Bool {
        (
            left.signedDate, left.digest, left.originalTransactionID?.bits ?? .max,
            left.line.number
        ) < (
            right.signedDate, right.digest, right.originalTransactionID?.bits ?? .max,
            right.line.number
        )
    }

    /// The claim that holds, among those to one period.
    static func holder(of claims: [PeriodClaim]) -> PeriodClaim? { claims.min() }
}

extension LineState {
    /// The line's claim to each of its paid periods.
    var periodClaims: [PeriodClaim] {
        purchases.compactMap { purchase in
            guard purchase.key.kind == .period, let first = purchase.versions.statements.first
            else { return nil }
            return PeriodClaim(
                key: purchase.key, signedDate: first.signedDate,
                digest: purchase.versions.content(of: first).digest,
                originalTransactionID: originalTransactionID, line: line,
                sequence: first.sequence)
        }
    }
}
