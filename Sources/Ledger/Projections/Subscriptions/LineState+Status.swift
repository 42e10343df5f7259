extension LineState {
    /// What the line's subscription is at an instant; nil before its first purchase, and for a line
    /// that is no subscription.
    func status(
        at instant: Instant, catalog: CatalogFacts, policies: Policies
    ) -> LineStatus? {
        var periods: [PaidPeriod] = []
        return status(at: instant, catalog: catalog, policies: policies, periods: &periods)
    }

    /// The same, with a list for the paid periods that a caller who asks often keeps.
    func status(
        at instant: Instant, catalog: CatalogFacts, policies: Policies,
        periods: inout [PaidPeriod]
    ) -> LineStatus? {
        periods.empty()
        collectPaidPeriods(into: &periods)
        guard let index = Self.periodInForce(periods, at: instant) else {
            return statusWithoutPeriod(at: instant, catalog: catalog)
        }
        // Read in place: a copied purchase counts references.
        let held = purchases.span
        let place = periods[index].purchase
        guard let current = held[place].versions.statements.last else { return nil }
        var status = LineStatus(
            self, held[place].key, held[place].versions.content(of: current), catalog, at: instant)
        if let renewal = governingRenewal(periods, at: instant) {
            status.take(renewals.content(of: renewal))
            // At once: a status mostly rests on these two, and so on one allocation.
            status.events = [current.sequence, renewal.sequence]
        } else {
            status.events = [current.sequence]
        }
        setState(
            of: &status, periods, index, at: instant, catalog: catalog, policies: policies)
        status.settle()
        return status
    }

    /// R10: the states in their order of precedence.
    private func setState(
        of status: inout LineStatus, _ periods: [PaidPeriod], _ index: Int, at instant: Instant,
        catalog: CatalogFacts, policies: Policies
    ) {
        let period = periods[index]
        let isUnconfirmed = isUnconfirmed(period, status, at: instant)
        status.unconfirmed = isUnconfirmed
        // As above.
        let held = purchases.span
        if let revocation = revocationInForce(of: held[period.purchase], at: instant) {
            status.state = .revoked
            status.events += revocation.events
        } else if instant < period.expires {
            setSubscribed(&status, periods, index, at: instant)
        } else if let grace = grace(
            periods, after: index, at: instant, catalog: catalog, policies: policies),
            instant < grace.end
        {
            status.state = .inGracePeriod
            status.expiresDate = grace.end
            status.gracePeriodExpiresDate = grace.end
            status.inferred = grace.isInferred
            status.events += grace.events
        } else if let retry = billingRetry(periods, after: index), instant < retry.end {
            status.state = .inBillingRetryPeriod
            status.billingRetryEndsDate = retry.end
            status.events += retry.events
        } else if isUnconfirmed, let slack = policies.unconfirmedSlack?.end(from: period.expires),
            instant < slack
        {
            // P4: nothing was heard, and the host chose to wait.
            status.state = .subscribed
            status.expiresDate = slack
        } else {
            status.state = .expired
        }
    }

    /// F1: paid.
    private func setSubscribed(
        _ status: inout LineStatus, _ periods: [PaidPeriod], _ index: Int, at instant: Instant
    ) {
        let expires = expiry(of: periods[index], knownBy: instant)
        let adjoining = adjoiningPeriods(periods, from: expires, after: index, at: instant)
        status.state = .subscribed
        status.paidExpiresDate = expires
        status.adjoining = adjoining
        status.expiresDate = adjoining.last?.expires ?? expires
        for period in adjoining { status.events.append(period.event) }
        if isSuccessorMissing(periods, at: index) { status.unconfirmed = true }
    }

    /// R15: renewal was on, the period is over, and nothing signed since then was heard.
    private func isUnconfirmed(
        _ period: PaidPeriod, _ status: LineStatus, at instant: Instant
    ) -> Bool {
        guard instant >= period.expires, status.willAutoRenew == true, let lastSignedDate else {
            return false
        }
        return lastSignedDate < period.expires
    }

    /// F8: a subscription of which no period has an expiresDate is never active.
    private func statusWithoutPeriod(at instant: Instant, catalog: CatalogFacts) -> LineStatus? {
        var latest: (purchase: Purchase, facts: PurchaseFacts)?
        for purchase in purchases where purchase.key.isPeriod {
            guard let facts = purchase.versions.current, facts.expiresDate == nil,
                let start = facts.purchaseDate, start <= instant
            else { continue }
            if let held = latest, let heldStart = held.facts.purchaseDate, start < heldStart {
                continue
            }
            latest = (purchase, facts)
        }
        guard let latest, let last = latest.purchase.versions.statements.last else { return nil }
        var status = LineStatus(self, latest.purchase.key, latest.facts, catalog, at: instant)
        status.events = [last.sequence]
        if let renewal = governingRenewal([], at: instant) {
            status.take(renewals.content(of: renewal))
            status.events.append(renewal.sequence)
        }
        if let revocation = revocationInForce(of: latest.purchase, at: instant) {
            status.state = .revoked
            status.events += revocation.events
        }
        status.settle()
        return status
    }
}

extension [UInt64] {
    /// Puts the sequences in ascending order, each once, in the memory that they have.
    mutating func sortWithoutRepeats() {
        guard count > 1 else { return }
        sort()
        var keptCount = 1
        for index in indices.dropFirst() where self[index] != self[keptCount - 1] {
            self[keptCount] = self[index]
            keptCount += 1
        }
        removeLast(count - keptCount)
    }
}

extension LineStatus {
    /// Expired until a rule says otherwise.
    init(
        _ line: LineState, _ key: PurchaseKey, _ facts: PurchaseFacts, _ catalog: CatalogFacts,
        at instant: Instant
    ) {
        self.init(
            line: line.line, originalTransactionID: line.originalTransactionID,
            group: facts.group, state: .expired, key: key, transactionID: facts.transactionID,
            product: facts.product,
            level: facts.product.flatMap { catalog.level(of: $0, at: instant) },
            isFamilyShared: facts.isFamilyShared, purchaseDate: facts.purchaseDate,
            expiresDate: facts.expiresDate, offerType: facts.offerType,
            offerIdentifier: facts.offerIdentifier, unconfirmed: false, inferred: false,
            events: [])
    }

    /// Takes what the governing renewal info says.
    mutating func take(_ renewal: RenewalFacts) {
        willAutoRenew = renewal.willAutoRenew
        autoRenewProduct = renewal.autoRenewProduct
        gracePeriodExpiresDate = renewal.gracePeriodExpiresDate
        expirationIntent = renewal.expirationIntent
        priceIncreaseStatus = renewal.priceIncreaseStatus
        renewalPrice = renewal.renewalPrice
        renewalDate = renewal.renewalDate
    }

    /// Leaves out what the state contradicts, and puts the evidence in order.
    mutating func settle() {
        switch state {
        case .subscribed:
            // A reason for an end belongs to an end.
            expirationIntent = nil
            setPendingProduct()
        case .inGracePeriod, .inBillingRetryPeriod:
            setPendingProduct()
        case .expired, .revoked:
            break
        }
        events.sortWithoutRepeats()
    }

    /// F10: the preference differs from the product in force.
    private mutating func setPendingProduct() {
        pendingProduct = autoRenewProduct == product ? nil : autoRenewProduct
    }
}
