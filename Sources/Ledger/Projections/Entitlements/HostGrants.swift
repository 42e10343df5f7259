/// The access that the host gives one customer by itself: one more grant in the union, which no
/// App Store event can end (P6, P7).
struct HostGrants: Sendable, Hashable {
    /// By sequence.
    private(set) var grants: [Grant] = []
    private(set) var ends: [End] = []

    /// What one `grant` event says.
    struct Grant: Sendable, Hashable {
        var sequence: UInt64
        var entitlement: Symbol
        var from: Instant
        var until: Instant?
    }

    /// What one `grantEnd` event says.
    struct End: Sendable, Hashable {
        var sequence: UInt64
        /// The grant that it takes back.
        var reversed: UInt64
        var at: Instant
    }

    init(grants: [Grant] = [], ends: [End] = []) {
        self.grants = grants
        self.ends = ends
    }

    /// Applies an event of the customer; every kind but `grant` and `grantEnd` leaves it as it is.
    mutating func apply(_ event: EventFields, sequence: UInt64) {
        if event.kind == .grant, let entitlement = event.entitlement {
            grants.append(
                Grant(
                    sequence: sequence, entitlement: entitlement, from: event.effectiveAt,
                    until: event.until))
        } else if event.kind == .grantEnd, let reversed = event.reversedSequence {
            ends.append(End(sequence: sequence, reversed: reversed, at: event.effectiveAt))
        }
    }

    /// What the host grants at an instant.
    func active(at instant: Instant) -> [EntitlementGrant] {
        grants.compactMap { grant in
            guard grant.from <= instant, grant.until.map({ instant < $0 }) ?? true,
                !ends.contains(where: { $0.reversed == grant.sequence && $0.at <= instant })
            else { return nil }
            return EntitlementGrant(
                entitlement: grant.entitlement, source: .host, expiresDate: grant.until,
                events: [grant.sequence])
        }
    }
}
