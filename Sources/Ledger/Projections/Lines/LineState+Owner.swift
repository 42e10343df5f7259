extension LineState {
    /// Every signed token, in no order.
    var tokenClaims: [TokenClaim] {
        var claims = owners.retainedClaims
        for purchase in purchases {
            Self.append(claimsOf: purchase.versions, isRenewalInfo: false, to: &claims)
        }
        Self.append(claimsOf: renewals, isRenewalInfo: true, to: &claims)
        return claims
    }

    private static func append<Content>(
        claimsOf list: StatementList<Content>, isRenewalInfo: Bool, to claims: inout [TokenClaim]
    ) {
        for statement in list.statements {
            guard let account = statement.account else { continue }
            claims.append(
                TokenClaim(
                    signedDate: statement.signedDate, isRenewalInfo: isRenewalInfo,
                    digest: list.content(of: statement).digest, account: account,
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
        let claims = tokenClaims
        var since = Instant.distantPast
        var erased: [IdentityNumber] = []
        for erasure in owners.erasures where erasure.at <= instant {
            guard let account = erasure.account else { continue }
            let owner = ownerByEvidence(
                claims, since: since, at: erasure.at, erased: erased, secondAccount: secondAccount)
            if owner == account { since = erasure.at }
            erased.append(account)
        }
        return ownerByEvidence(
            claims, since: since, at: instant, erased: erased, secondAccount: secondAccount)
    }

    /// The owner by what is dated at or after `since`, leaving out the accounts in `erased`.
    private func ownerByEvidence(
        _ claims: [TokenClaim], since: Instant, at instant: Instant, erased: [IdentityNumber],
        secondAccount: Policies.SecondAccount
    ) -> IdentityNumber? {
        func counts(_ event: AccountEvent) -> Bool {
            event.at >= since && !(event.account.map(erased.contains) ?? false)
        }
        let move = lastMove(by: instant, secondAccount: secondAccount, where: counts)
        if let move { return move.account }
        let claim = claims.filter { $0.signedDate >= since && !erased.contains($0.account) }.min()
        if let claim { return claim.account }
        return owners.presentations.filter(counts).min { $0.sequence < $1.sequence }?.account
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
            return [assignment, presentation].compactMap { $0 }.max()
        }
    }
}
