extension LineState {
    /// Everything odd about the line by itself at K, by sequence.
    ///
    /// A head does not know; ask the full state.
    func anomalies(catalog: CatalogFacts, policies: PolicyTimeline) -> [Anomaly] {
        var anomalies = labels.compactMap(Anomaly.unknownType)
        anomalies += labels.compactMap(labelDisagreement)
        anomalies += ownershipConflicts()
        anomalies += statusDisagreements(catalog: catalog, policies: policies)
        for purchase in purchases { anomalies += oddities(of: purchase, catalog: catalog) }
        anomalies += missingSuccessors()
        anomalies += Self.statementConflicts(in: renewals)
        anomalies += retryFlagsWhilePaid()
        return anomalies.sorted { ($0.sequence, $0.kind) < ($1.sequence, $1.kind) }
    }

    /// R7: REFUND or REVOKE without a revocationDate, or a label of something paid with one.
    private func labelDisagreement(_ label: NotificationLabel) -> Anomaly? {
        guard let stated = label.transaction, let facts = facts(of: stated) else { return nil }
        let isRevoked = facts.revocationDate != nil
        guard label.saysRevoked && !isRevoked || label.saysPaid && isRevoked else { return nil }
        return Anomaly(
            sequence: label.sequence,
            detail: .labelDisagreesWithFields(type: label.type, hasRevocationDate: isRevoked))
    }

    private func facts(of stated: NotificationLabel.StatedObject) -> PurchaseFacts? {
        for purchase in purchases {
            let facts = purchase.versions.contents.last { $0.sequence == stated.sequence }
            if let facts { return facts }
        }
        return nil
    }

    /// F8, P8 and R6 for one purchase.
    private func oddities(of purchase: Purchase, catalog: CatalogFacts) -> [Anomaly] {
        var anomalies = Self.statementConflicts(in: purchase.versions)
        guard let facts = purchase.versions.current else { return anomalies }
        if purchase.key.isPeriod, facts.expiresDate == nil {
            anomalies.append(
                Anomaly(
                    sequence: facts.sequence,
                    detail: .missingExpiresDate(transactionID: facts.transactionID)))
        }
        if let start = startOfOneTime(purchase), let product = facts.product,
            !purchase.key.isPeriod
        {
            let definition = catalog.product(product, at: start)
            if (facts.type ?? definition?.type) == BuiltInSymbols.nonRenewing,
                definition?.duration == nil
            {
                anomalies.append(
                    Anomaly(sequence: facts.sequence, detail: .missingDuration(product: product)))
            }
        }
        return anomalies
    }

    /// R9.
    private func missingSuccessors() -> [Anomaly] {
        let periods = paidPeriods()
        return periods.indices.compactMap { index in
            guard isSuccessorMissing(periods, at: index),
                let facts = purchases[periods[index].purchase].versions.current
            else { return nil }
            return Anomaly(
                sequence: facts.sequence,
                detail: .successorMissing(transactionID: facts.transactionID))
        }
    }

    /// R6.
    private static func statementConflicts<Content>(
        in list: StatementList<Content>
    ) -> [Anomaly] {
        zip(list.statements, list.statements.dropFirst()).compactMap { first, second in
            guard first.signedDate == second.signedDate else { return nil }
            return Anomaly(
                sequence: max(first.sequence, second.sequence),
                detail: .statementConflict(with: min(first.sequence, second.sequence)))
        }
    }

    /// F14: the paid period wins (R10).
    ///
    /// A charge that fails shortly before the end is no oddity.
    private func retryFlagsWhilePaid() -> [Anomaly] {
        let periods = paidPeriods()
        let ahead = SubscriptionLimits.chargeAheadHours * Instant.millisecondsPerHour
        return renewals.statements.compactMap { statement in
            guard renewals.content(of: statement).isInBillingRetryPeriod,
                let index = Self.periodInForce(periods, at: statement.signedDate),
                statement.signedDate.advanced(byMilliseconds: ahead) < periods[index].expires
            else { return nil }
            return Anomaly(sequence: statement.sequence, detail: .retryFlagWhilePaid)
        }
    }

    /// F23, P5: every account that claims the line and never owned it, once; an erased account
    /// claims nothing.
    private func ownershipConflicts() -> [Anomaly] {
        let claims = tokenClaims.sorted()
        let evidenceOwner =
            claims.first?.account
            ?? owners.presentations.min { $0.sequence < $1.sequence }?.account
        guard let evidenceOwner else { return [] }
        var known = Set(owners.assignments.compactMap(\.account))
        known.formUnion(owners.erasures.compactMap(\.account))
        known.insert(evidenceOwner)
        let owner = owner(at: .distantFuture) ?? evidenceOwner
        known.insert(owner)
        let presented = owners.presentations.compactMap { event in
            event.account.map { (account: $0, sequence: event.sequence) }
        }
        var anomalies: [Anomaly] = []
        for claim in claims.map({ (account: $0.account, sequence: $0.sequence) }) + presented
        where known.insert(claim.account).inserted {
            anomalies.append(
                Anomaly(
                    sequence: claim.sequence,
                    detail: .ownershipConflict(owner: owner, claimant: claim.account)))
        }
        return anomalies
    }
}
