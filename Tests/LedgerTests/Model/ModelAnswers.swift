@testable import Ledger

/// Answers as lines of text, the same for the ledger and for the model, so that what differs can be
/// read.
///
/// The events that an answer cites are left out: they are numbers of one log.
struct ModelAnswers: Equatable {
    private(set) var lines: [String] = []

    /// What the ledger has and the model has not, and the other way round.
    func difference(from model: ModelAnswers) -> [String] {
        let (own, expected) = (Set(lines), Set(model.lines))
        let differing =
            lines.filter { !expected.contains($0) }.map { "the ledger: " + $0 }
            + model.lines.filter { !own.contains($0) }.map { "the model:  " + $0 }
        return differing.isEmpty && self != model ? ["the order of \(lines)"] : differing
    }

    private mutating func add(_ parts: Any?...) {
        lines.append(parts.map(Self.text).joined(separator: " "))
    }

    private static func text(_ part: Any?) -> String {
        switch part {
        case nil: "-"
        case let instant as Instant: instant.iso8601
        case let state as SubscriptionState: state.name
        case let .some(value): "\(value)"
        }
    }
}

// MARK: - The ledger's

extension ModelAnswers {
    init(_ entitlements: [Entitlement]) {
        for one in entitlements {
            add(
                one.name, one.productID, "until", one.expirationDate,
                one.isUnconfirmed ? "unconfirmed" : "", one.isInferred ? "inferred" : "")
            for text in one.grants.map(Self.text).sorted() { add(one.name, "by", text) }
        }
    }

    private static func text(_ grant: Entitlement.Grant) -> String {
        let parts: [Any?] = [
            grant.source.rawValue, grant.productID, grant.transactionID,
            grant.originalTransactionID, grant.expirationDate, grant.state,
        ]
        return parts.map(text).joined(separator: " ")
    }

    init(_ groups: [SubscriptionGroupStatus]) {
        for group in groups {
            add("group", group.groupID, group.best.originalTransactionID)
            for line in group.lines {
                add(
                    "line", line.originalTransactionID, line.state, line.groupID, line.productID,
                    line.transactionID, "until", line.expirationDate, "renews",
                    line.willAutoRenew, line.autoRenewPreference, "pending",
                    line.pendingProductID, "grace", line.gracePeriodExpirationDate, "why",
                    line.expirationReason?.rawValue, line.isUnconfirmed ? "unconfirmed" : "",
                    line.isInferred ? "inferred" : "")
            }
        }
    }

    init(_ balances: [Balance]) {
        for one in balances { add(one) }
    }

    private mutating func add(_ one: Balance) {
        add("balance", one.currency, one.balance, one.spendable, "short", one.shortfall)
        for lot in one.lots {
            add(
                one.currency, "lot", lot.transactionID ?? "host", lot.creditID, "granted",
                lot.granted, "remaining", lot.remaining, "clawed", lot.clawedBack, "expired",
                lot.expired, "until", lot.expirationDate)
        }
    }

    init(_ refunds: [Refund]) {
        for one in refunds {
            add(
                one.transactionID, one.originalTransactionID, one.revocationDate,
                one.revocationPercentageMillipercent, one.productID,
                one.isReversed ? "reversed" : "")
        }
        lines.sort()
    }

    init(_ unfinished: [UnfinishedPurchase]) {
        for one in unfinished {
            add(one.transactionID, one.originalTransactionID, one.productID, one.purchaseDate)
        }
        lines.sort()
    }

    init(_ unattributed: [UnattributedLine]) {
        for one in unattributed {
            add(one.originalTransactionID, one.productID, one.purchaseDate)
        }
        lines.sort()
    }
}

// MARK: - The model's

extension ModelAnswers {
    /// R12: an entitlement ends with the last of its grants; one that is certain is enough.
    init(_ grants: [ModelGrant]) {
        for name in Set(grants.map(\.entitlement)).sorted() {
            let all = grants.filter { $0.entitlement == name }.sorted(by: Self.isBetter)
            let ends = all.map { $0.ends ?? .distantFuture }.max()
            add(
                name, all.lazy.compactMap(\.product).first, "until",
                ends == .distantFuture ? nil : ends,
                all.allSatisfy(\.isUnconfirmed) ? "unconfirmed" : "",
                all.allSatisfy(\.isInferred) ? "inferred" : "")
            for text in all.map(Self.text).sorted() { add(name, "by", text) }
        }
    }

    /// The one that ends last, then the highest service, then the lowest id.
    private static func isBetter(_ one: ModelGrant, _ other: ModelGrant) -> Bool {
        let ends = (one.ends ?? .distantFuture, other.ends ?? .distantFuture)
        if ends.0 != ends.1 { return ends.0 > ends.1 }
        let levels = (one.level ?? .max, other.level ?? .max)
        if levels.0 != levels.1 { return levels.0 < levels.1 }
        return ModelKey.isLower(one.line ?? "-", other.line ?? "-")
    }

    private static func text(_ grant: ModelGrant) -> String {
        let parts: [Any?] = [
            grant.source.rawValue, grant.product, grant.transaction, grant.line, grant.ends,
            grant.state,
        ]
        return parts.map(text).joined(separator: " ")
    }

    init(_ groups: [[ModelStatus]]) {
        for group in groups {
            add("group", group[0].group, group[0].line)
            for line in group {
                // A reason for an end belongs to an end (F15).
                let reason = line.state == .subscribed ? nil : line.renewal?.expirationIntent
                add(
                    "line", line.line, line.state, line.group, line.product, line.transaction,
                    "until", line.expires, "renews", line.renewal?.willAutoRenew,
                    line.renewal?.autoRenewProduct, "pending", line.pendingProduct, "grace",
                    line.graceEnd, "why", reason, line.isUnconfirmed ? "unconfirmed" : "",
                    line.isInferred ? "inferred" : "")
            }
        }
    }

    init(_ balances: [(currency: String, balance: ModelBalance)]) {
        for (currency, one) in balances {
            add(
                Balance(
                    currency: currency, balance: one.balance, spendable: one.spendable,
                    shortfall: one.shortfall, lots: one.answered))
        }
    }

    init(_ refunds: [ModelRefund]) {
        for one in refunds {
            add(
                one.transaction, one.line, one.at, one.share, one.product,
                one.isReversed ? "reversed" : "")
        }
        lines.sort()
    }

    init(_ unfinished: [ModelUnfinished]) {
        for one in unfinished { add(one.transaction, one.line, one.product, one.purchaseDate) }
        lines.sort()
    }

    init(_ unattributed: [ModelUnattributed]) {
        for one in unattributed { add(one.line, one.product, one.purchaseDate) }
        lines.sort()
    }
}
