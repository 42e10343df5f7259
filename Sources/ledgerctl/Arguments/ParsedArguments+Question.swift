import Ledger

/// What a question is about: whom, where and when.
extension ParsedArguments {
    /// The customer of a command with `ExclusiveOptions.customer`.
    func customer() throws(UsageError) -> CustomerSelector {
        guard let customer = try customerIfGiven() else { throw .missingOneOf(.customer) }
        return customer
    }

    /// The customer of a command with `ExclusiveOptions.optionalCustomer`; nil for everyone.
    func customerIfGiven() throws(UsageError) -> CustomerSelector? {
        if let uuid = try uuid(of: "app-account-token") { return .appAccountToken(uuid) }
        if let id = try identifier(of: "app-transaction-id") { return .appTransactionID(id) }
        if let id = try identifier(of: "original-transaction-id") {
            return .originalTransactionID(id)
        }
        return try identifier(of: "transaction-id").map { .transactionID($0) }
    }

    /// What `--environment` names; Production if it is not given.
    var storeEnvironment: StoreEnvironment {
        value(of: Option.environment.name).map { StoreEnvironment(rawValue: $0) } ?? .production
    }

    /// The two instants of a command with `Option.instants`; nil where none is given.
    ///
    /// `now` is the effective instant where only the other is given.
    func cut(now: Instant) throws(UsageError) -> Cut? {
        if let both = try instant(of: "as-at") { return .asAt(both) }
        let asOf = try instant(of: "as-of")
        if let known = try instant(of: "known-at") {
            return Cut(asOf: asOf ?? now, knowledge: .recordedAt(known))
        }
        if let sequence = try integer(of: "known-sequence", in: 0 ... .max) {
            return Cut(asOf: asOf ?? now, knowledge: .sequence(UInt64(sequence)))
        }
        return asOf.map { Cut(asOf: $0) }
    }
}
