extension LineState {
    /// R16: Apple's status in each notification against ours at its outer signed date.
    ///
    /// A mismatch is shown and never adopted.
    func statusDisagreements(catalog: CatalogFacts, policies: PolicyTimeline) -> [Anomaly] {
        labels.compactMap { label in
            guard let apple = label.status, let instant = label.signedDate else { return nil }
            let ours = signed(by: instant, and: label).status(
                at: instant, catalog: catalog, policies: policies.at(instant))
            guard let ours, ours.state.rawValue != apple else { return nil }
            return Anomaly(
                sequence: label.sequence,
                detail: .statusDisagrees(apple: apple, ours: ours.state))
        }
    }

    /// The line from the statements signed by an instant and those in one notification, whose
    /// inner dates may be milliseconds later.
    private func signed(by instant: Instant, and label: NotificationLabel) -> LineState {
        var state = self
        state.labels = labels.filter {
            $0.sequence == label.sequence || $0.signedDate.map { $0 <= instant } ?? false
        }
        state.renewals = renewals.signed(by: instant, and: label.renewalInfo)
        state.purchases = purchases.compactMap { purchase in
            var known = Purchase(key: purchase.key)
            known.versions = purchase.versions.signed(by: instant, and: label.transaction)
            return known.versions.isEmpty ? nil : known
        }
        let heard = state.purchases.compactMap { $0.versions.statements.last?.signedDate }
        state.lastSignedDate =
            (heard + [state.renewals.statements.last?.signedDate].compactMap { $0 }).max()
        return state
    }
}

extension StatementList {
    /// The statements signed by an instant, and the one that a notification states, as if it were
    /// signed by then too.
    fileprivate func signed(
        by instant: Instant, and stated: NotificationLabel.StatedObject?
    ) -> StatementList {
        let known = statements.compactMap { statement -> Statement? in
            if statement.signedDate <= instant { return statement }
            guard statement.signedDate == stated?.signedDate,
                contents[statement.content].sequence == stated?.sequence
            else { return nil }
            var statement = statement
            statement.signedDate = instant
            return statement
        }
        return StatementList(contents: contents, statements: known)
    }
}
