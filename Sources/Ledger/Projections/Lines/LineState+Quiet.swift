extension LineState {
    /// The instant from which on the line grants nothing, whatever any catalog says; `.distantPast`
    /// where it never grants anything, nil where the line alone cannot tell.
    ///
    /// It is stored first in a head, so that a question about what a customer may use passes over
    /// what has ended, and over what was used up, without reading it. It is a bound on the rules of
    /// `status` and no rule itself: service ends with the last date that gives any. Policies may
    /// prolong it; `EntitlementGathering.quietest` knows how far.
    var quietFrom: Instant? {
        // How long such a grace lasts is the catalog's and the policies' (F12).
        if labels.contains(where: { $0.announcesGrace && !hasGraceDate($0) }) { return nil }
        // Before that instant the head does not answer.
        var end = dropped?.validFrom ?? .distantPast
        // Read in place: a copied purchase counts references.
        let held = purchases.span
        for index in held.indices {
            guard let lastEnd = held[index].lastEnd else { return nil }
            end = max(end, lastEnd)
        }
        for content in renewals.contents {
            end = max(end, content.gracePeriodExpiresDate ?? end)
        }
        return end
    }
}

extension Purchase {
    /// The latest end that any version of a paid period names, and long ago for what can be used up
    /// and for what has no end (F8); nil for a one-time purchase that may grant something.
    fileprivate var lastEnd: Instant? {
        var end = Instant.distantPast
        for content in versions.contents {
            if key.isPeriod {
                end = max(end, content.expiresDate ?? end)
            } else if content.mayGrantOnce {
                return nil
            }
        }
        return end
    }
}

extension PurchaseFacts {
    /// Whether a one-time purchase may grant an entitlement: its type does, or the catalog has to
    /// say what its type is.
    fileprivate var mayGrantOnce: Bool {
        guard let type else { return true }
        return type == BuiltInSymbols.nonConsumable || type == BuiltInSymbols.nonRenewing
    }
}
