/// The part of a head that alone answers for every instant from `validFrom` on: nearly every
/// question is about now, and nearly every line is plain.
///
/// It is stored first, so that a question reads no further. What it names are facts of the line;
/// the rules that read it are those that read the whole state.
struct LineTip {
    /// Place of the purchase in force; only its newest version counts.
    var purchase: Int
    /// The first of the renewal infos that can say what became of it; all later ones do too.
    var renewalStart: Int
    /// The one account that anything signed or presented names; nil where nothing names any.
    var owner: IdentityNumber?
}

extension LineState {
    /// The tip; nil where an answer from `tipValidFrom` on may need more than it.
    var tip: LineTip? {
        guard lastSignedDate != nil, !labels.contains(where: \.acts),
            case .some(let owner) = soleClaimant, let purchase = purchaseOfTip
        else { return nil }
        let tip = LineTip(
            purchase: purchase, renewalStart: firstRenewal(after: purchases[purchase]),
            owner: owner)
        let validFrom = Self.tipValidFrom(of: purchases[purchase], lastSigned: lastSignedDate)
        if let dropped, dropped.validFrom > validFrom { return nil }
        return tip
    }

    /// The instant from which on a tip answers: everything was signed, and the purchase has begun.
    static func tipValidFrom(of purchase: Purchase, lastSigned: Instant?) -> Instant {
        let signed = lastSigned ?? .distantPast
        guard purchase.key.isPeriod else { return signed }
        return max(signed, purchase.versions.current?.purchaseDate ?? signed)
    }

    /// The only account that the line can belong to at any instant and under every policy:
    /// `.some(nil)` where nobody can own it, nil where that takes more to say.
    private var soleClaimant: IdentityNumber?? {
        guard owners.assignments.isEmpty, owners.erasures.isEmpty else { return nil }
        var sole: IdentityNumber?
        var isSole = true
        func name(_ account: IdentityNumber?) {
            if account == nil || sole != nil && sole != account { isSole = false }
            sole = account
        }
        forEachTokenClaim { name($0.account) }
        for presentation in owners.presentations { name(presentation.account) }
        return isSole ? .some(sole) : nil
    }

    /// The last paid period, or the line's only one-time purchase; nil where a refund speaks of it,
    /// or where there is more to ask about.
    private var purchaseOfTip: Int? {
        var last: PaidPeriod?
        for index in purchases.indices {
            let versions = purchases[index].versions
            guard purchases[index].key.isPeriod else {
                guard purchases.count == 1, versions.contents.count == 1 else { return nil }
                return versions.contents[0].revocationDate == nil ? 0 : nil
            }
            guard let facts = versions.current, let start = facts.purchaseDate,
                let expires = facts.expiresDate
            else { continue }
            let period = PaidPeriod(purchase: index, start: start, expires: expires)
            if let held = last, period.beginsBefore(held) { continue }
            last = period
        }
        guard let last else { return nil }
        let isRevoked = purchases[last.purchase].versions.contents.contains {
            $0.revocationDate != nil
        }
        return isRevoked ? nil : last.purchase
    }

    /// Those signed from a period's end on say what became of it; without any, the last one does.
    private func firstRenewal(after purchase: Purchase) -> Int {
        let statements = renewals.statements
        guard purchase.key.isPeriod, let expires = purchase.versions.current?.expiresDate,
            !statements.isEmpty
        else { return statements.count }
        let first = statements.firstIndex { $0.signedDate >= expires } ?? statements.count
        return min(first, statements.count - 1)
    }
}
