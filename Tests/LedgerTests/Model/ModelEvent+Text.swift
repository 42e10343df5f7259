@testable import Ledger

extension ModelEvent {
    /// The event in one line, for the account of a difference.
    var text: String {
        let place = "\(environment.rawValue) \(recordedAt.iso8601)"
        if case .catalog(let catalog, let at) = deed {
            let names = catalog.products.keys.sorted().joined(separator: ", ")
            return "\(place) catalog of \(names) from \(at.iso8601)"
        }
        guard case .signed(let input, let presenter) = deed else { return "\(place) \(deed)" }
        return [
            place, input.note.map { "\($0.type) \($0.subtype ?? "") \($0.date.iso8601)" },
            input.transaction?.text, input.renewal?.text, presenter.map { "shown by \($0)" },
        ].compactMap { $0 }.joined(separator: " ")
    }
}

extension ModelFacts.Signed<ModelFacts.Transaction> {
    fileprivate var text: String {
        let parts: [String?] = [
            "tx#\(content.id){o\(content.original) \(content.key.id) \(content.product ?? "-")",
            (content.purchaseDate?.iso8601 ?? "-") + "→" + (content.expiresDate?.iso8601 ?? "-"),
            content.isFamilyShared ? "family" : nil, content.isUpgraded ? "upgraded" : nil,
            content.revocationDate.map { "revoked \($0.iso8601) \(content.revokedShare)" },
            token.map { "token \($0.suffix(1))" }, "sd \(date.iso8601)}",
        ]
        return parts.compactMap { $0 }.joined(separator: " ")
    }
}

extension ModelFacts.Signed<ModelFacts.Renewal> {
    fileprivate var text: String {
        let parts: [String?] = [
            "ri{", content.willAutoRenew.map { $0 ? "renews" : "ends" },
            content.autoRenewProduct, content.isInBillingRetry ? "retry" : nil,
            content.graceEnd.map { "grace \($0.iso8601)" },
            content.expirationIntent.map { "why \($0)" }, token.map { "token \($0.suffix(1))" },
            "sd \(date.iso8601)}",
        ]
        return parts.compactMap { $0 }.joined(separator: " ")
    }
}
