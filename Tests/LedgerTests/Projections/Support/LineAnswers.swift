@testable import Ledger

/// Everything that a line answers, without sequence numbers: what must not depend on arrival order.
struct LineAnswers: Hashable {
    var moments: [MomentAnswers]
    var rows: [PurchaseRow]
    var refunds: [RefundRow]
    var credits: [PurchaseCredit]
    var anomalyKinds: [String]

    init(_ line: LineState, at instants: [Instant]) {
        moments = instants.map { MomentAnswers(line, at: $0) }
        rows = line.purchaseRows().map {
            var row = $0
            row.sequence = 0
            return row
        }
        refunds = line.refundRows().map {
            var row = $0
            row.sequence = 0
            return row
        }
        credits = line.purchaseCredits().map {
            var credit = $0
            credit.sequence = 0
            for index in credit.revocations.indices { credit.revocations[index].sequence = 0 }
            return credit
        }
        anomalyKinds = line.anomalies(catalog: .c1, policies: PolicyTimeline()).map(\.kind).sorted()
    }
}

/// What a line and its head answer at one instant.
struct MomentAnswers: Hashable {
    var instant: Instant
    var status: LineStatus?
    var owner: IdentityNumber?
    var transferred: IdentityNumber?
    var entitlements: [ActiveEntitlement]

    /// Sequences stay where `withEvents` says so.
    init(_ line: LineState, at instant: Instant, withEvents: Bool = false) {
        self.instant = instant
        var policies = Policies()
        policies.accessInBillingRetry = instant.millisecondsSince1970 % 2 == 0
        if instant.millisecondsSince1970 % 3 == 0 {
            policies.unconfirmedSlack = CalendarPeriod(iso8601: "P2D")
        }
        status = line.status(at: instant, catalog: .c1, policies: policies)
        owner = line.owner(at: instant)
        transferred = line.owner(at: instant, secondAccount: .transfer)
        entitlements = CustomerEntitlements.active(
            lines: [line], hostGrants: HostGrants(), at: instant, catalog: .c1, policies: policies)
        if withEvents { return }
        status?.events = []
        for index in status?.adjoining.indices ?? 0..<0 { status?.adjoining[index].event = 0 }
        for index in entitlements.indices {
            for grant in entitlements[index].grants.indices {
                entitlements[index].grants[grant].events = []
            }
        }
    }
}
