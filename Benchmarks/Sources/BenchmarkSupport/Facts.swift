package import CYardsticks
internal import LedgerTesting

extension SignedInputs {
    /// What the inputs say, flat, as SQLite takes it.
    package var facts: [sqlite_fact] {
        var result: [sqlite_fact] = []
        for input in inputs {
            for fact in input.facts { result.append(Self.row(fact)) }
            result[result.count - 1].is_last_of_input = 1
        }
        return result
    }

    private static func row(_ fact: TestLoadFact) -> sqlite_fact {
        var row = sqlite_fact()
        row.kind = fact.kind.rawValue
        row.transaction_id = fact.transactionID
        row.original_transaction_id = fact.originalTransactionID
        row.product = Int64(fact.product)
        row.purchase_date = fact.purchaseDate
        row.expires_date = fact.expiresDate
        row.revocation_date = fact.revocationDate
        row.signed_date = fact.signedDate
        row.grace_date = fact.gracePeriodExpiresDate
        row.expiration_intent = fact.expirationIntent
        row.start_date = fact.startDate
        row.will_renew = fact.willRenew ? 1 : 0
        row.is_renewal = fact.isRenewal ? 1 : 0
        row.customer = Int64(fact.customer)
        unsafe withUnsafeMutableBytes(of: &row.account) { bytes in
            unsafe bytes.copyBytes(from: TestLoad.appAccountToken(of: fact.customer).utf8)
        }
        return row
    }
}
