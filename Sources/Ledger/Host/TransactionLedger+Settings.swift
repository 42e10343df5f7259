/// What holds for the whole ledger: catalogs and policies, as events.
extension TransactionLedger {
    /// Appends a catalog; the one imported last again appends nothing.
    ///
    /// - Parameters:
    ///   - catalog: products, groups and what they grant.
    ///   - effective: from when it holds; the instant of recording unless given.
    /// - Returns: the event's sequence, and whether it was held already.
    /// - Throws: `StorageError`, `LedgerError.Code.damaged`.
    public func importCatalog(
        _ catalog: Catalog, effective: Instant? = nil
    ) async throws -> HostReceipt {
        let clock = clock
        return try await writer.perform { batch, transaction in
            let json = catalog.json
            let held = try batch.reader.sequences(of: .catalog, through: .max, in: transaction)
            if let last = held.last {
                let fields = try batch.reader.fields(last, in: transaction)
                let isSameInstant = effective.map { $0 == fields.effectiveAt } ?? true
                if fields.catalog == json, isSameInstant {
                    return HostReceipt(sequence: last, isDuplicate: true)
                }
            }
            let now = batch.recordedAt(clock: clock())
            var fields = EventFields(
                kind: .catalog, recordedAt: now, effectiveAt: effective ?? now)
            fields.catalog = json
            for text in catalog.names { _ = try batch.symbol(for: text) as Symbol }
            return HostReceipt(
                sequence: try batch.append(fields, in: transaction), isDuplicate: false)
        }
    }

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
                        catalog: try CatalogImport(fields.catalog ?? []).catalog))
            }
            return timeline.catalog(at: view.asOf)
        }
    }

    /// Sets a policy of the fold from an instant on; the value in effect then again appends nothing.
    ///
    /// - Parameters:
    ///   - name: one of the names that `policies` lists.
    ///   - value: what the policy takes.
    ///   - effective: from when it holds; the instant of recording unless given.
    /// - Returns: the event that holds it, and whether it was held already.
    /// - Throws: `LedgerError.Code.invalidArgument` for a name or value that there is not,
    ///   `StorageError`.
    public func setPolicy(
        _ name: String, to value: String, effective: Instant? = nil
    ) async throws -> HostReceipt {
        do {
            _ = try PolicySetting(name: name, value: value)
        } catch {
            throw LedgerError(.invalidArgument, error.description)
        }
        let clock = clock
        return try await writer.perform { batch, transaction in
            let now = batch.recordedAt(clock: clock())
            var fields = EventFields(
                kind: .policy, recordedAt: now, effectiveAt: effective ?? now)
            fields.policyName = try batch.symbol(for: name)
            fields.policyValue = try batch.symbol(for: value)
            let held = try batch.reader.sequences(of: .policy, through: .max, in: transaction)
            for sequence in held.reversed() {
                let other = try batch.reader.fields(sequence, in: transaction)
                guard other.policyName == fields.policyName else { continue }
                let isSameInstant = effective.map { $0 == other.effectiveAt } ?? true
                if other.policyValue == fields.policyValue, isSameInstant {
                    batch.forgetUndefinedSymbols()
                    return HostReceipt(sequence: sequence, isDuplicate: true)
                }
                break
            }
            return HostReceipt(
                sequence: try batch.append(fields, in: transaction), isDuplicate: false)
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

extension Catalog {
    /// Every text that the fold compares as a symbol.
    var names: [String] {
        var names = groups.map(\.id)
        for product in products {
            names.append(product.productID)
            names.append(product.type.rawValue)
            if let group = product.subscriptionGroupID { names.append(group) }
            names += product.grantedEntitlements + product.worth.map(\.currency)
        }
        return names
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
