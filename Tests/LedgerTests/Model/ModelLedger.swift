@testable import Ledger

/// Everything known in one environment after some first events of a log (the axis K).
struct ModelLedger {
    /// Something that the host did and may have taken back.
    struct HostAction {
        var account: String
        var name: String
        var amount: Int64 = 0
        var key: String
        var from: Instant
        var until: Instant?
        var takenBack: (at: Instant, order: Int)?
        /// Its place in the log.
        var order: Int
    }

    private(set) var lines: [String: ModelLine] = [:]
    /// The line that each paid period belongs to.
    private var holders: [ModelKey: String] = [:]
    private(set) var credits: [HostAction] = []
    private(set) var spends: [HostAction] = []
    private(set) var grants: [HostAction] = []
    private(set) var finishes: [(transaction: String, at: Instant)] = []
    private(set) var catalogs = ModelCatalogs()
    private(set) var settings = ModelSettings()

    init(_ events: some Sequence<ModelEvent>, in environment: StoreEnvironment) {
        for (order, event) in events.enumerated() {
            switch event.deed {
            // A catalog and a policy hold in every environment.
            case .catalog(let catalog, let at): catalogs.add(catalog, at: at)
            case .policy(let name, let value, let at):
                settings.add(name: name, value: value, at: at)
            default:
                // F28: environments never mix.
                if event.environment == environment { apply(event, order) }
            }
        }
        for original in lines.keys { lines[original]?.settle() }
        for key in Set(lines.values.flatMap { $0.purchases.map(\.key) }) {
            holders[key] = holder(of: key)
        }
    }

    private mutating func apply(_ event: ModelEvent, _ order: Int) {
        switch event.deed {
        case .signed(let input, let presenter):
            guard let original = input.transaction?.content.original else { return }
            let isTakenBack = takesBack(original, presenter, at: event.recordedAt)
            lines[original, default: ModelLine(original: original)]
                .take(
                    input, presentedBy: presenter, isTakenBack: isTakenBack,
                    at: event.recordedAt, order)
        case .assign(let line, let account, let at):
            lines[line]?.assignments.append(ModelLine.Move(at: at, order: order, account: account))
        case .credit(let account, let currency, let amount, let key, let until, let at):
            credits.append(
                HostAction(
                    account: account, name: currency, amount: amount, key: key, from: at,
                    until: until, order: order))
        case .spend(let account, let currency, let amount, let key, let at):
            spends.append(
                HostAction(
                    account: account, name: currency, amount: amount, key: key, from: at,
                    order: order))
        case .grant(let account, let entitlement, let key, let until, let at):
            grants.append(
                HostAction(
                    account: account, name: entitlement, key: key, from: at, until: until,
                    order: order))
        case .takeBack(let key, let at):
            // Keys are unique over all commands.
            for list in [\ModelLedger.credits, \.spends, \.grants] {
                for index in self[keyPath: list].indices
                where self[keyPath: list][index].key == key {
                    self[keyPath: list][index].takenBack = (at, order)
                }
            }
        case .finish(let transaction, let at): finishes.append((transaction, at))
        case .catalog, .policy:
            return
        }
    }

    /// P5: where presentations transfer, an account takes a line back by presenting it again.
    private func takesBack(_ original: String, _ presenter: String?, at instant: Instant) -> Bool {
        guard let presenter, var line = lines[original], line.hasPresented(presenter),
            settings["secondAccount", at: instant] == "transfer"
        else { return false }
        line.settle()
        return owner(of: line, at: instant, asking: instant) != presenter
    }

    /// The lines by their ids.
    var sortedLines: [ModelLine] {
        lines.values.sorted { ModelKey.isLower($0.original, $1.original) }
    }

    /// The first line, by signed date, that speaks of a paid period: the period is that line's
    /// A period seen under two lines is the first one's.
    private func holder(of key: ModelKey) -> String? {
        // Only a webOrderLineItemId names a period for all lines.
        guard key.kind == .period else { return nil }
        let claims = sortedLines.compactMap { line in
            line.purchases.first { $0.key == key }?.versions.first.map { (line.original, $0) }
        }
        return claims.min { ($0.1.date, $0.1.digest) < ($1.1.date, $1.1.digest) }?.0
    }

    /// The purchases of a line, without the periods that are another line's.
    func ownPurchases(of line: ModelLine) -> [ModelPurchase] {
        line.purchases.filter { purchase in
            holders[purchase.key].map { $0 == line.original } ?? true
        }
    }
}
