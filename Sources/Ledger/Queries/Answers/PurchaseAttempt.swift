/// A purchase that the app reported as pending or cancelled, and what became of it.
public struct PurchaseAttempt: Sendable, Hashable {
    /// How long a purchase is shown as pending.
    public static let pendingMillisecondsMax: Int64 = Instant.millisecondsPerDay

    /// The product that was to be bought.
    public var productID: String?
    /// What became of it.
    public var state: State
    /// When the app reported it.
    public var effectiveAt: Instant
    /// The host's key of the report.
    public var key: String?
    /// The transaction that it came to.
    public var transactionID: String?
    /// The sequences of the events that say so.
    public var events: [UInt64]

    /// What became of an attempt.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// It waits for somebody's approval.
        case pending
        /// Its transaction came.
        case purchased
        /// The customer cancelled it, or it was declined.
        case cancelled
        /// A day passed and nothing came.
        case lapsed
    }

    func write(to json: inout JSONWriter) {
        json.member("productId", productID)
        json.member("state", state.rawValue)
        json.member("effectiveAt", effectiveAt)
        json.member("id", key)
        json.member("transactionId", transactionID)
        json.events(events)
    }
}

extension Answer<[PurchaseAttempt]> {
    /// The answer as one JSON object in UTF-8.
    public var json: [UInt8] {
        json { json in
            json.array("attempts") { json in
                for attempt in value { json.object { attempt.write(to: &$0) } }
            }
        }
    }
}
