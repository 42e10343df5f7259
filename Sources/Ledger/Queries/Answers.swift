extension TransactionLedger {
    /// What a customer may use at a cut, as JSON with the App Store Server API's names.
    ///
    /// - Parameters:
    ///   - customer: whom to ask about; one of whom nothing is known has an empty list.
    ///   - environment: the world to ask in.
    ///   - cut: the two instants.
    /// - Returns: one JSON object in UTF-8; the same cut in the past gives the same bytes.
    /// - Throws: `StorageError`, `LedgerError.Code.damaged`, `RecordError`.
    /// - Complexity: O(events of the customer).
    public func entitlementsJSON(
        of customer: CustomerSelector, environment: StoreEnvironment, at cut: Cut
    ) throws -> [UInt8] {
        let facts = try facts(of: customer, environment: try code(environment), at: cut)
        let active = CustomerEntitlements.active(
            lines: facts.lines, hostGrants: HostGrants(), at: cut.asOf, catalog: facts.catalog,
            policies: facts.policies.at(cut.asOf))
        var json = JSONWriter()
        json.object { json in
            facts.head.write(to: &json)
            json.array("entitlements") { json in
                for entitlement in active { write(entitlement, to: &json) }
            }
        }
        return json.bytes
    }

    /// The subscription status of each of a customer's groups at a cut, as JSON.
    ///
    /// - Parameters:
    ///   - customer: whom to ask about.
    ///   - group: only this `subscriptionGroupIdentifier`, if given.
    ///   - environment: the world to ask in.
    ///   - cut: the two instants.
    /// - Returns: one JSON object in UTF-8.
    /// - Throws: `StorageError`, `LedgerError.Code.damaged`, `RecordError`.
    /// - Complexity: O(events of the customer).
    public func statusesJSON(
        of customer: CustomerSelector, group: String? = nil, environment: StoreEnvironment,
        at cut: Cut
    ) throws -> [UInt8] {
        let facts = try facts(of: customer, environment: try code(environment), at: cut)
        let policies = facts.policies.at(cut.asOf)
        let statuses = facts.lines.compactMap {
            $0.status(at: cut.asOf, catalog: facts.catalog, policies: policies)
        }
        var json = JSONWriter()
        json.object { json in
            facts.head.write(to: &json)
            json.array("groups") { json in
                for status in GroupStatus.groups(of: statuses) {
                    let name = status.group.flatMap { symbols.text(of: $0) }
                    if let group, name != group { continue }
                    json.object { json in
                        write(status.best, to: &json)
                        json.array("lines") { json in
                            for line in status.lines {
                                json.object { write(line, to: &$0) }
                            }
                        }
                    }
                }
            }
        }
        return json.bytes
    }

    private func code(_ environment: StoreEnvironment) throws -> EnvironmentCode {
        guard let code = EnvironmentCode(environment) else {
            throw LedgerError(.invalidArgument, "the environment is not one of Apple's four")
        }
        return code
    }

    private func text(_ symbol: Symbol?) -> String? { symbol.flatMap { symbols.text(of: $0) } }

    private func text(_ identifier: StoreIdentifier?) -> String? {
        guard let identifier else { return nil }
        if let symbol = identifier.symbol { return symbols.text(of: symbol) }
        return String(identifier.bits)
    }

    private func write(_ entitlement: ActiveEntitlement, to json: inout JSONWriter) {
        json.object { json in
            json.member("entitlement", text(entitlement.entitlement))
            json.member("productId", text(entitlement.product))
            json.member("expiresDate", entitlement.expiresDate)
            json.member("unconfirmed", entitlement.unconfirmed)
            json.member("inferred", entitlement.inferred)
            json.array("grants") { json in
                for grant in entitlement.grants {
                    json.object { json in
                        json.member("source", String(describing: grant.source))
                        json.member("productId", text(grant.product))
                        json.member("transactionId", text(grant.transactionID))
                        json.member("originalTransactionId", text(grant.originalTransactionID))
                        json.member("expiresDate", grant.expiresDate)
                        json.member("state", grant.state?.name)
                        write(grant.events, to: &json)
                    }
                }
            }
        }
    }

    private func write(_ status: LineStatus, to json: inout JSONWriter) {
        json.member("subscriptionGroupIdentifier", text(status.group))
        json.member("state", status.state.name)
        json.member("productId", text(status.product))
        json.member("originalTransactionId", text(status.originalTransactionID))
        json.member("transactionId", text(status.transactionID))
        json.member("expiresDate", status.expiresDate)
        json.member("willAutoRenew", status.willAutoRenew)
        json.member("autoRenewProductId", text(status.autoRenewProduct))
        json.member("pendingProductId", text(status.pendingProduct))
        json.member("gracePeriodExpiresDate", status.gracePeriodExpiresDate)
        json.member("expirationIntent", status.expirationIntent)
        json.member("priceIncreaseStatus", status.priceIncreaseStatus)
        json.member("renewalPrice", status.renewalPrice)
        json.member("renewalDate", status.renewalDate)
        json.member("offerType", status.offerType)
        json.member("offerIdentifier", text(status.offerIdentifier))
        json.member("unconfirmed", status.unconfirmed)
        json.member("inferred", status.inferred)
        write(status.events, to: &json)
    }

    private func write(_ events: [UInt64], to json: inout JSONWriter) {
        json.array("events") { json in
            for event in events { json.element(event) }
        }
    }
}
