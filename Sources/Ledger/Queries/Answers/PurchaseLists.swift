/// A purchase that the backend has not said it delivered.
public struct UnfinishedPurchase: Sendable, Hashable {
    /// The newest transaction of the purchase; what `finish` takes.
    public var transactionID: String?
    /// The line of purchases.
    public var originalTransactionID: String?
    /// The product bought.
    public var productID: String?
    /// When it was bought.
    public var purchaseDate: Instant

    func write(to json: inout JSONWriter) {
        json.member("transactionId", transactionID)
        json.member("originalTransactionId", originalTransactionID)
        json.member("productId", productID)
        json.member("purchaseDate", purchaseDate)
    }
}

/// A line of purchases that nobody is known to own.
public struct UnattributedLine: Sendable, Hashable {
    /// The line of purchases.
    public var originalTransactionID: String?
    /// The product of its newest purchase.
    public var productID: String?
    /// When that was bought.
    public var purchaseDate: Instant?

    func write(to json: inout JSONWriter) {
        json.member("originalTransactionId", originalTransactionID)
        json.member("productId", productID)
        json.member("purchaseDate", purchaseDate)
    }
}

/// One refund of a sold purchase, or one change of how much of it is refunded.
public struct Refund: Sendable, Hashable {
    /// The transaction that was refunded.
    public var transactionID: String?
    /// The line of purchases.
    public var originalTransactionID: String?
    /// When it was refunded.
    public var revocationDate: Instant
    /// How much of it, in thousandths of a per cent.
    public var revocationPercentageMillipercent: Int32
    /// The product refunded.
    public var productID: String?
    /// What was paid, in thousandths of the currency's unit.
    public var priceMilliunits: Int64?
    /// The currency's code.
    public var currencyCode: String?
    /// Whether it was taken back later.
    public var isReversed: Bool
    /// The event that says so.
    public var sequence: UInt64

    func write(to json: inout JSONWriter) {
        json.member("transactionId", transactionID)
        json.member("originalTransactionId", originalTransactionID)
        json.member("revocationDate", revocationDate)
        json.member("revocationPercentage", revocationPercentageMillipercent)
        json.member("productId", productID)
        json.member("price", milliunits: priceMilliunits)
        json.member("currency", currencyCode)
        json.member("reversed", isReversed)
        json.member("sequence", sequence)
    }
}

extension Answer<[UnfinishedPurchase]> {
    /// The answer as one JSON object in UTF-8.
    public var json: [UInt8] {
        json { json in
            json.array("unfinished") { json in
                for purchase in value { json.object { purchase.write(to: &$0) } }
            }
        }
    }
}

extension Answer<[UnattributedLine]> {
    /// The answer as one JSON object in UTF-8.
    public var json: [UInt8] {
        json { json in
            json.array("unattributed") { json in
                for line in value { json.object { line.write(to: &$0) } }
            }
        }
    }
}

extension Answer<[Refund]> {
    /// The answer as one JSON object in UTF-8.
    public var json: [UInt8] {
        json { json in
            json.array("refunds") { json in
                for refund in value { json.object { refund.write(to: &$0) } }
            }
        }
    }
}
