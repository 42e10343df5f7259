/// A customer's balance of one currency at an instant.
public struct Balance: Sendable, Hashable {
    /// The currency, as the catalog or the host names it.
    public var currency: String
    /// What is there, less what is owed; below zero after a refund of what was spent.
    public var balance: Int64
    /// What can be spent: the balance, never below zero.
    public var spendable: Int64
    /// Units that went missing where the policy keeps balances at zero.
    public var shortfall: Int64
    /// Where the units came from, in the order in which they are spent.
    public var lots: [Lot]

    /// Units credited at once: by a purchase, a paid period, or the host.
    public struct Lot: Sendable, Hashable {
        /// The purchase; nil for a credit of the host.
        public var transactionID: String?
        /// The idempotency key of the host's credit; nil for a purchase.
        public var creditID: String?
        /// Units credited.
        public var granted: Int64
        /// Units that can still be spent.
        public var remaining: Int64
        /// Units taken back by refunds, those among them that had been spent already.
        public var clawedBack: Int64
        /// Units that were left when the lot expired.
        public var expired: Int64
        /// When what is left is gone; nil for never.
        public var expirationDate: Instant?
    }
}

extension Balance {
    func write(to json: inout JSONWriter) {
        json.member("currency", currency)
        json.member("balance", balance)
        json.member("spendable", spendable)
        if shortfall != 0 { json.member("shortfall", shortfall) }
        json.array("lots") { json in
            for lot in lots { json.object { lot.write(to: &$0) } }
        }
    }
}

extension Balance.Lot {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("transactionId", transactionID)
        json.member("id", creditID)
        json.member("granted", granted)
        json.member("remaining", remaining)
        json.member("clawedBack", clawedBack)
        json.member("expired", expired)
        json.member("expiresDate", expirationDate)
    }
}

extension Answer<[Balance]> {
    /// The answer as one JSON object in UTF-8.
    public var json: [UInt8] {
        json { json in
            json.array("balances") { json in
                for balance in value { json.object { balance.write(to: &$0) } }
            }
        }
    }
}
