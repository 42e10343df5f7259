/// What holds for the whole ledger: catalogs and policies, as events.
extension TransactionLedger {
    /// Appends a catalog; the import in effect at that instant again appends nothing.
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
            let now = batch.recordedAt(clock: clock())
            let held = try batch.setting(
                .catalog, at: effective ?? now, in: transaction, where: { _ in true })
            if let held, held.fields.catalog == json {
                return HostReceipt(sequence: held.sequence, isDuplicate: true)
            }
            var fields = EventFields(
                kind: .catalog, recordedAt: now, effectiveAt: effective ?? now)
            fields.catalog = json
            for text in catalog.names { _ = batch.symbol(for: text) }
            return HostReceipt(
                sequence: try batch.append(fields, in: transaction), isDuplicate: false)
        }
    }

    /// Sets a policy of the fold from an instant on; the value in effect then again appends
    /// nothing.
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
            fields.policyName = batch.symbol(for: name)
            fields.policyValue = batch.symbol(for: value)
            let policyName = fields.policyName
            let held = try batch.setting(
                .policy, at: effective ?? now, in: transaction,
                where: { $0.policyName == policyName })
            if let held, held.fields.policyValue == fields.policyValue {
                batch.takeBackUndefinedSymbols()
                return HostReceipt(sequence: held.sequence, isDuplicate: true)
            }
            return HostReceipt(
                sequence: try batch.append(fields, in: transaction), isDuplicate: false)
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
        if let paidApp {
            names += paidApp.entitlements + (paidApp.platforms ?? []).map(\.rawValue)
        }
        return names
    }
}

extension LedgerBatch {
    /// The catalog or policy event in effect at an instant; nil where none is.
    fileprivate func setting(
        _ kind: EventKind, at instant: Instant, in transaction: borrowing LMDBWriteTransaction,
        where isMeant: (EventFields) -> Bool
    ) throws -> (sequence: UInt64, fields: EventFields)? {
        var held: (sequence: UInt64, fields: EventFields)?
        for sequence in try reader.sequences(of: kind, through: .max, in: transaction) {
            let fields = try reader.fields(sequence, in: transaction)
            guard isMeant(fields), fields.effectiveAt <= instant else { continue }
            if let last = held, fields.effectiveAt < last.fields.effectiveAt { continue }
            held = (sequence, fields)
        }
        return held
    }
}
