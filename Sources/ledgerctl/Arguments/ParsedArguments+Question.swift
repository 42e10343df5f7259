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

    /// The two instants of a command with `Option.instants`.
    ///
    /// `now` is the effective instant unless one is given; what is known is not cut by it.
    func cut(now: Instant) throws(UsageError) -> Cut {
        if let both = try instant(of: "as-at") {
            return Cut(asOf: both, knowledge: .recordedAt(both))
        }
        let asOf = try instant(of: "as-of") ?? now
        if let known = try instant(of: "known-at") {
            return Cut(asOf: asOf, knowledge: .recordedAt(known))
        }
        if let sequence = try integer(of: "known-sequence", in: 0 ... .max) {
            return Cut(asOf: asOf, knowledge: .sequence(UInt64(sequence)))
        }
        return Cut(asOf: asOf)
    }
}
