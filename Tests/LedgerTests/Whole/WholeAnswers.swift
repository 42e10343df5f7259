import Foundation

@testable import Ledger

/// Everything that a ledger answers, in a form that two ledgers can be compared by: without
/// sequences, recorded instants and the lists of events, which depend on the order of arrival.
struct WholeAnswers: Equatable {
    private(set) var texts: [String: String] = [:]

    static let ordered: Set<String> = [
        "sequence", "recordedAt", "events", "knownAt", "final", "signedSequence",
    ]

    init(_ ledger: WholeLedger, customers: [CustomerSelector], at instants: [Instant]) throws {
        for instant in instants {
            try add(ledger, customers, Cut(asOf: instant))
        }
        let now = Cut(asOf: WholeLedger.now)
        texts["refunds"] = try Self.list(ledger.ledger.refunds(at: now).json, "refunds")
        let anomalies = try ledger.ledger.anomalies(at: now).value
        texts["anomalies"] = anomalies.map(Self.text).sorted().joined(separator: "\n")
    }

    private mutating func add(
        _ whole: WholeLedger, _ customers: [CustomerSelector], _ cut: Cut
    ) throws {
        let ledger = whole.ledger
        for customer in customers {
            let name = "\(customer) at \(cut.asOf.iso8601)"
            let answers = [
                "entitlements": try ledger.entitlements(of: customer, at: cut).json,
                "statuses": try ledger.subscriptionStatuses(of: customer, at: cut).json,
                "balances": try ledger.balances(of: customer, at: cut).json,
            ]
            texts["unfinished \(name)"] = try Self.list(
                ledger.unfinished(of: customer, at: cut).json, "unfinished")
            for (kind, json) in answers { texts["\(kind) \(name)"] = try Self.canonical(json) }
        }
        let kinds: [ExportKind] = [
            .transactions, .entitlements, .statuses, .balances, .movements,
        ]
        for kind in kinds {
            let rows = try whole.export(kind, at: cut)
            texts["export \(kind.rawValue) at \(cut.asOf.iso8601)"] =
                try rows.split(separator: "\n").map { try Self.canonical(Array($0.utf8)) }
                .joined(separator: "\n")
        }
        texts["unattributed at \(cut.asOf.iso8601)"] = try Self.list(
            ledger.unattributed(at: cut).json, "unattributed")
    }

    /// The elements of a list of an answer, sorted: rows of one instant have no order.
    private static func list(_ json: [UInt8], _ member: String) throws -> String {
        let object = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
        let rows = object?[member] as? [Any] ?? []
        return try rows.map { try text(stripped($0)) }.sorted().joined(separator: "\n")
    }

    /// An anomaly without the events that it names.
    private static func text(_ anomaly: EvidenceAnomaly) -> String {
        guard anomaly.kind != "statementConflict" else { return anomaly.kind }
        return anomaly.kind + ": " + anomaly.detail
    }

    static func canonical(_ json: [UInt8]) throws -> String {
        try text(stripped(JSONSerialization.jsonObject(with: Data(json))))
    }

    private static func text(_ value: Any) throws -> String {
        let data = try JSONSerialization.data(
            withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
        return String(decoding: data, as: UTF8.self)
    }

    private static func stripped(_ value: Any) -> Any {
        if let object = value as? [String: Any] {
            return object.filter { !ordered.contains($0.key) }.mapValues(stripped)
        }
        if let array = value as? [Any] { return array.map(stripped) }
        return value
    }

    /// The first answers that differ, in words; empty where all are equal.
    func differences(from other: WholeAnswers) -> String {
        let keys = Set(texts.keys).union(other.texts.keys).sorted()
        let differing = keys.filter { texts[$0] != other.texts[$0] }
        if differing.isEmpty { return "" }
        let shown = differing.prefix(3).map { key in
            Self.difference(key, texts[key] ?? "-", other.texts[key] ?? "-")
        }
        return shown.joined(separator: "\n") + "\n\(differing.count) of \(keys.count) differ"
    }

    private static func difference(_ key: String, _ one: String, _ other: String) -> String {
        let common = zip(one, other).prefix { $0 == $1 }.count
        let from = max(common - 120, 0)
        return "\(key)\n  one:   \(one.dropFirst(from).prefix(400))\n"
            + "  other: \(other.dropFirst(from).prefix(400))"
    }
}
