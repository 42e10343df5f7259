extension LineState {
    /// Every signed token, in no order.
    var tokenClaims: [TokenClaim] {
        var claims: [TokenClaim] = []
        forEachTokenClaim { claims.append($0) }
        return claims
    }

    /// Visits every signed token, in no order; a question about an owner needs no list of them.
    func forEachTokenClaim(_ body: (TokenClaim) -> Void) {
        for claim in owners.retainedClaims { body(claim) }
        // Read in place: a copied purchase counts references.
        let held = purchases.span
        for index in held.indices {
            Self.forEachClaim(of: held[index].versions, isRenewalInfo: false, body)
        }
        Self.forEachClaim(of: renewals, isRenewalInfo: true, body)
    }

    private static func forEachClaim<Content>(
        of list: StatementList<Content>, isRenewalInfo: Bool, _ body: (TokenClaim) -> Void
    ) {
        for index in list.statements.indices {
            let statement = list.statements[index]
            guard let account = statement.account else { continue }
            body(
                TokenClaim(
                    signedDate: statement.signedDate, isRenewalInfo: isRenewalInfo,
                    digest: list.contents[statement.content].digest, account: account,
                    sequence: statement.sequence))
        }
    }

    /// Who owns the line at an instant: the last assignment effective by
    /// then; else the earliest signed token; else the first presentation.
    ///
    /// Nil: unattributed.
    ///
    /// An erased account owns nothing from its erasure on; what comes after the erasure does.
    func owner(
        at instant: Instant, secondAccount: Policies.SecondAccount = .keep
    ) -> IdentityNumber? {
        ownership(at: instant, secondAccount: secondAccount).owner
    }

    /// Whether nobody owns the line at an instant because its owner was erased.
    func isOrphaned(at instant: Instant, secondAccount: Policies.SecondAccount) -> Bool {
        let held = ownership(at: instant, secondAccount: secondAccount)
        return held.owner == nil && held.since > .distantPast
    }

    /// The owner, and since when what is dated counts: since the last owner was erased, if one was.
    private func ownership(
        at instant: Instant, secondAccount: Policies.SecondAccount
    ) -> (owner: IdentityNumber?, since: Instant) {
        var since = Instant.distantPast
        var erased: [IdentityNumber] = []
        for erasure in owners.erasures where erasure.at <= instant {
            guard let account = erasure.account else { continue }
            let owner = ownerByEvidence(
                since: since, at: erasure.at, erased: erased, secondAccount: secondAccount)
            if owner == account { since = erasure.at }
            erased.append(account)
        }
        let owner = ownerByEvidence(
            since: since, at: instant, erased: erased, secondAccount: secondAccount)
        return (owner, since)
    }

    /// The owner by what is dated at or after `since`, leaving out the accounts in `erased`.
    private func ownerByEvidence(
        since: Instant, at instant: Instant, erased: [IdentityNumber],
        secondAccount: Policies.SecondAccount
    ) -> IdentityNumber? {
        func counts(_ event: AccountEvent) -> Bool {
            event.at >= since && !(event.account.map(erased.contains) ?? false)
        }
        let move = lastMove(by: instant, secondAccount: secondAccount, where: counts)
        if let move { return move.account }
        let claim = earliestClaim { $0.signedDate >= since && !erased.contains($0.account) }
        if let claim { return claim.account }
        return owners.presentations.lazy.filter(counts).min { $0.sequence < $1.sequence }?.account
    }

    /// The earliest of the signed tokens that count.
    private func earliestClaim(where counts: (TokenClaim) -> Bool) -> TokenClaim? {
        var earliest: TokenClaim?
        forEachTokenClaim { claim in
            if let held = earliest, held <= claim { return }
            if counts(claim) { earliest = claim }
        }
        return earliest
    }

    /// The last event that moved the line: an assignment, and under P5 `transfer` a presentation.
    private func lastMove(
        by instant: Instant, secondAccount: Policies.SecondAccount,
        where counts: (AccountEvent) -> Bool
    ) -> AccountEvent? {
        let assignment = owners.assignments.last { $0.at <= instant && counts($0) }
        switch secondAccount {
        case .keep:
            return assignment
        case .transfer:
            let presentation = owners.presentations.last { $0.at <= instant && counts($0) }
            guard let assignment, let presentation else { return assignment ?? presentation }
            return max(assignment, presentation)
        }
    }
}
