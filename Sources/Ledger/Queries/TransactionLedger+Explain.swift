extension TransactionLedger {
    /// Why a customer has an entitlement, or why not, in words and event numbers.
    ///
    /// - Parameters:
    ///   - entitlement: its name, as the catalog or the host gives it.
    ///   - customer: whom to ask about.
    ///   - environment: the world to ask in.
    ///   - cut: the two instants; now unless given.
    /// - Returns: everything that could grant it, and what became of it.
    /// - Throws: `StorageError`, `RecordError`, `LedgerError` (`damaged`, `invalidArgument`).
    /// - Complexity: O(events of the customer).
    public func explain(
        _ entitlement: String, of customer: CustomerSelector,
        environment: StoreEnvironment = .production, at cut: Cut? = nil
    ) throws -> Answer<Explanation> {
        try ask(environment, at: cut) { view, transaction in
            let found = try view.lines(of: customer, in: transaction)
            let active = try view.entitlements(of: found, in: transaction)
                .first { $0.name == entitlement }
            var reasons = active?.grants.map(\.reason) ?? []
            if active == nil {
                for head in found.lines {
                    guard let line = try view.fullLine(head.line, in: transaction) else { continue }
                    reasons += view.reasonsAgainst(entitlement, line)
                }
                let account = try view.account(of: found, in: transaction)
                reasons += view.reasonsAgainst(entitlement, account.grants)
                let apps = try view.appPurchases(of: found, account, in: transaction)
                reasons += view.reasonsAgainst(entitlement, apps)
                let attempts = try view.attempts(of: found, in: transaction)
                reasons += view.pendingReasons(entitlement, attempts)
                if reasons.isEmpty {
                    let isKnown =
                        !found.lines.isEmpty || account != AccountState() || !apps.isEmpty
                        || !attempts.isEmpty
                    reasons = view.reasonsForNothing(entitlement, customerIsKnown: isKnown)
                }
            }
            return Explanation(
                entitlement: entitlement, isActive: active != nil, reasons: reasons)
        }
    }
}

extension Entitlement.Grant {
    /// Why the grant holds.
    fileprivate var reason: Explanation.Reason {
        let until = expirationDate.map { " until \($0.iso8601)" } ?? ", without an end"
        let subject =
            switch source {
            case .host: "the host grants it"
            case .paidApp: "the app, bought before it became free, grants it"
            case .subscription, .nonConsumable, .nonRenewing, .family:
                "\(productID ?? "a product") (transaction \(transactionID ?? "?")) grants it"
            }
        let state = state.map { ", \($0.name)" } ?? ""
        return Explanation.Reason(text: "\(subject)\(state)\(until)", events: events)
    }
}

extension LedgerView {
    /// Why nothing speaks for the entitlement or against it: often a name is wrong.
    fileprivate func reasonsForNothing(
        _ entitlement: String, customerIsKnown: Bool
    ) -> [Explanation.Reason] {
        var texts: [String] = []
        if !customerIsKnown {
            texts.append(
                "nothing is known of this customer: check the id, the environment and the instants")
        }
        if !catalog.everGrants({ text($0) == entitlement }) {
            texts.append("no product of the catalog grants it: check its name")
        }
        if texts.isEmpty { texts.append("nothing that the customer owns grants it") }
        return texts.map { Explanation.Reason(text: $0, events: []) }
    }

    /// What of a line could have granted the entitlement, and why it does not.
    fileprivate func reasonsAgainst(
        _ entitlement: String, _ line: LineState
    ) -> [Explanation.Reason] {
        if let status = line.status(at: asOf, catalog: catalog, policies: policies) {
            if grants(status.product, entitlement) { return [reasonAgainst(status, line)] }
            return replaced(line, by: status, entitlement)
        }
        return line.purchases.compactMap { purchase in
            guard let facts = purchase.versions.current, grants(facts.product, entitlement) else {
                return nil
            }
            let name =
                "\(text(facts.product) ?? "?") (transaction \(text(facts.transactionID) ?? "?"))"
            if let run = line.revocationInForce(of: purchase, at: asOf) {
                return Explanation.Reason(
                    text: "\(name) was revoked \(run.start.iso8601)", events: run.events)
            }
            guard let bought = facts.purchaseDate, bought <= asOf else {
                return Explanation.Reason(
                    text: "\(name) was not bought yet", events: [facts.sequence])
            }
            return Explanation.Reason(
                text: "\(name), bought \(bought.iso8601), has run out or has no duration",
                events: [facts.sequence])
        }
    }

    /// Why the subscription's own product does not grant.
    private func reasonAgainst(_ status: LineStatus, _ line: LineState) -> Explanation.Reason {
        let name =
            "\(text(status.product) ?? "?") (transaction \(text(status.transactionID) ?? "?"))"
        let purchase = line.purchases.first { $0.key == status.key }
        let revocation = purchase.flatMap { line.revocationInForce(of: $0, at: asOf) }
        if let revocation {
            return Explanation.Reason(
                text: "\(name) was revoked \(revocation.start.iso8601)", events: status.events)
        }
        let ended = status.expiresDate.map { "; the period ended \($0.iso8601)" } ?? ""
        return Explanation.Reason(
            text: "\(name) is \(status.state.name)\(ended)", events: status.events)
    }

    /// The last period of another product that would have granted, and that a later one replaced.
    private func replaced(
        _ line: LineState, by status: LineStatus, _ entitlement: String
    ) -> [Explanation.Reason] {
        let earlier = line.purchases.compactMap(\.versions.current).filter {
            grants($0.product, entitlement) && ($0.purchaseDate ?? .distantFuture) <= asOf
        }
        let last = earlier.max {
            ($0.purchaseDate ?? .distantPast) < ($1.purchaseDate ?? .distantPast)
        }
        guard let last else { return [] }
        return [
            Explanation.Reason(
                text: "\(text(last.product) ?? "?") (transaction "
                    + "\(text(last.transactionID) ?? "?")) was replaced by "
                    + "\(text(status.product) ?? "?")",
                events: [last.sequence] + status.events)
        ]
    }

    private func grants(_ product: Symbol?, _ entitlement: String) -> Bool {
        guard let product, let facts = catalog.product(product, at: asOf) else { return false }
        return facts.entitlements.contains { text($0) == entitlement }
    }

    /// The host's grants of the entitlement that do not hold now.
    fileprivate func reasonsAgainst(
        _ entitlement: String, _ grants: HostGrants
    ) -> [Explanation.Reason] {
        grants.grants.filter { text($0.entitlement) == entitlement }.map { grant in
            let end = grants.ends.first { $0.reversed == grant.sequence && $0.at <= asOf }
            let events = [grant.sequence] + (end.map { [$0.sequence] } ?? [])
            if grant.from > asOf {
                return Explanation.Reason(
                    text: "the host grants it from \(grant.from.iso8601) on", events: events)
            }
            let ended = end?.at ?? grant.until
            return Explanation.Reason(
                text: "the host's grant ended \(ended?.iso8601 ?? "")", events: events)
        }
    }

    /// Why the purchases of the app itself do not grant the entitlement, where the rule names it.
    fileprivate func reasonsAgainst(
        _ entitlement: String, _ apps: [AppPurchase]
    ) -> [Explanation.Reason] {
        guard let rule = catalog.paidApp(at: asOf),
            rule.entitlements.contains(where: { text($0) == entitlement })
        else { return [] }
        return apps.map { app in
            Explanation.Reason(text: reason(against: app, rule), events: [app.sequence])
        }
    }

    private func reason(against app: AppPurchase, _ rule: PaidAppFacts) -> String {
        guard let bought = app.originalPurchaseDate else {
            return "the App Store did not tell when the app was bought"
        }
        if bought >= rule.before {
            return "the app was bought \(bought.iso8601), not before \(rule.before.iso8601)"
        }
        if !rule.counts(app) {
            let platform = text(app.originalPlatform) ?? "unknown"
            return "the app was bought on another platform: \(platform)"
        }
        return "the app was bought later, \(bought.iso8601)"
    }

    /// Purchases that wait for approval and would grant the entitlement.
    fileprivate func pendingReasons(
        _ entitlement: String, _ attempts: [PurchaseAttempt]
    ) -> [Explanation.Reason] {
        attempts.compactMap { attempt in
            guard attempt.state == .pending, let productID = attempt.productID,
                grants(symbols.symbol(productID), entitlement)
            else { return nil }
            return Explanation.Reason(
                text: "\(productID) waits for approval since \(attempt.effectiveAt.iso8601)",
                events: attempt.events)
        }
    }
}
