/// What holds for the whole ledger at a cut.
extension TransactionLedger {
    /// The catalog in effect at an instant, with what every import up to the cut says.
    ///
    /// - Parameter cut: the two instants; now unless given.
    /// - Returns: each product by its definition then.
    /// - Throws: `StorageError`, `RecordError`, `CatalogError`, `LedgerError.Code.damaged`.
    /// - Complexity: O(catalog events).
    public func catalog(at cut: Cut? = nil) throws -> Catalog {
        try read(.production, at: cut) { view, transaction in
            var timeline = CatalogTimeline()
            let events = try view.reader.sequences(
                of: .catalog, through: view.sequence, in: transaction)
            for event in events {
                let fields = try view.reader.fields(event, in: transaction)
                timeline.insert(
                    CatalogVersion(
                        effective: fields.effectiveAt, sequence: event,
                        catalog: try fields.recordedCatalog(event)))
            }
            return timeline.catalog(at: view.asOf)
        }
    }

    /// Every policy with its value.
    ///
    /// - Parameter cut: the two instants; now unless given.
    /// - Returns: each setting that there is, by name.
    /// - Throws: `StorageError`, `RecordError`, `LedgerError.Code.damaged`.
    public func policies(at cut: Cut? = nil) throws -> [(name: String, value: String)] {
        try read(.production, at: cut) { view, _ in
            PolicyName.allCases.map { ($0.rawValue, view.policies.value(of: $0)) }
        }
    }
}

extension Policies {
    /// A setting as `policy set` takes it.
    func value(of name: PolicyName) -> String {
        switch name {
        case .accessInBillingRetry: accessInBillingRetry ? "on" : "off"
        case .negativeBalance: negativeBalance == .clamp ? "clamp" : "allow"
        case .graceWithoutDateDays: String(graceWithoutDateDays)
        case .unconfirmedSlack: unconfirmedSlack?.iso8601 ?? "0"
        case .secondAccount: secondAccount.rawValue
        case .nonRenewing: nonRenewing.rawValue
        }
    }
}
