import Foundation
import LedgerTesting
import Testing

@testable import Ledger

/// One ledger with everything that a round did to it, as the model has it.
struct WholeModelRun {
    /// A place between two events of the log, for both.
    struct Place {
        var events: Int
        var sequence: UInt64
        var recordedAt: Instant
    }

    let whole: WholeLedger
    private(set) var events: [ModelEvent] = []
    private(set) var places: [Place] = []
    /// What a host action was refused for, or not, against what the model said.
    private(set) var surprises: [String] = []
    private var reader = ModelReader()

    init(_ made: WholeModelActions) async throws {
        whole = try WholeLedger()
        for (environment, action) in made.actions {
            whole.clock.advance(milliseconds: 1_000)
            try await apply(action, in: environment)
            places.append(
                Place(
                    events: events.count, sequence: try whole.ledger.statistics().events,
                    recordedAt: whole.clock.now))
        }
    }

    private var now: Instant { whole.clock.now }

    private mutating func add(_ deed: ModelEvent.Deed, _ environment: StoreEnvironment) {
        events.append(ModelEvent(environment: environment, recordedAt: now, deed: deed))
    }

    private mutating func apply(
        _ action: WholeModelAction, in environment: StoreEnvironment
    ) async throws {
        let ledger = whole.ledger
        switch action {
        case .deliver(let parts, let presenter):
            let account = presenter.flatMap { WholeStory.account($0) }
            let bytes = parts.flatMap { $0.bytes + [UInt8(ascii: "\n")] }
            let report = try await whole.ingest(bytes, presentedBy: account)
            let inputs = try parts.flatMap { try reader.inputs(of: $0.body) }
            // What cannot be an event (further decisions, `missingIdentifier`) is quarantined.
            let usable = inputs.filter { $0.transaction?.content.purchaseDate != nil }
            let unusable = inputs.filter { input in
                input.transaction.map { $0.content.purchaseDate == nil } ?? false
            }
            #expect(report.refused == 0 && report.quarantined == unusable.count)
            for input in usable {
                add(.signed(input, presentedBy: account?.uuidString.lowercased()), environment)
            }
        case .catalog(let json, let at):
            let catalog = try CatalogImport(json.json).catalog
            _ = try await ledger.importCatalog(catalog, effective: at)
            add(.catalog(ModelCatalog(json), at: at ?? now), environment)
        case .policy(let name, let value, let at):
            _ = try await ledger.setPolicy(name, to: value, effective: at)
            add(.policy(name: name, value: value, at: at ?? now), environment)
        case .assign(let line, let account, let at):
            let token = try #require(WholeStory.account(account))
            let isKnown = ModelLedger(events, in: environment).lines[line] != nil
            try await attempt("assign \(line)", refused: isKnown ? nil : "unknownTransaction") {
                try await ledger.assign(
                    originalTransactionID: line, to: token, effective: at,
                    environment: environment)
            } done: { run in
                run.add(
                    .assign(line: line, account: WholeStory.tokens[account], at: at ?? run.now),
                    environment)
            }
        default: try await applyHost(action, in: environment)
        }
    }

    private mutating func applyHost(
        _ action: WholeModelAction, in environment: StoreEnvironment
    ) async throws {
        let (ledger, now) = (whole.ledger, now)
        let model = ModelLedger(events, in: environment)
        switch action {
        case .spend(let customer, let currency, let amount, let key, let at):
            let account = model.customer(customer, at: at ?? now).account
            let refused = account.map {
                model.refuses(amount, of: currency, from: $0, at: at ?? now)
                    ? "insufficientBalance" : nil
            }
            let id = try IdempotencyKey(key)
            try await attempt(
                """
                spend \(key) of \(amount) \(currency) from \(customer) at \
                \(at?.iso8601 ?? "now")
                """, refused: model.isUsed(key) ? "used" : refused ?? "noSingleOwner"
            ) {
                try await ledger.spend(
                    amount, of: currency, from: customer.selector, key: id, effective: at,
                    environment: environment)
            } done: { run in
                run.add(
                    .spend(
                        account: account ?? "", currency: currency, amount: amount, key: key,
                        at: at ?? now), environment)
            }
        case .credit(let customer, let currency, let amount, let key, let until, let at):
            let account = model.customer(customer, at: at ?? now).account
            let id = try IdempotencyKey(key)
            try await attempt(
                "credit \(key)",
                refused: model.refusal(key, account, from: at ?? now, until: until)
            ) {
                try await ledger.credit(
                    amount, of: currency, to: customer.selector, key: id, expires: until,
                    effective: at, environment: environment)
            } done: { run in
                run.add(
                    .credit(
                        account: account ?? "", currency: currency, amount: amount, key: key,
                        until: until, at: at ?? now), environment)
            }
        case .grant(let customer, let name, let key, let until, let at):
            let account = model.customer(customer, at: at ?? now).account
            let id = try IdempotencyKey(key)
            try await attempt(
                "grant \(key)",
                refused: model.refusal(key, account, from: at ?? now, until: until)
            ) {
                try await ledger.grant(
                    name, to: customer.selector, key: id, until: until, effective: at,
                    environment: environment)
            } done: { run in
                run.add(
                    .grant(
                        account: account ?? "", entitlement: name, key: key, until: until,
                        at: at ?? now), environment)
            }
        case .takeBack(let kind, let key, let at):
            guard !key.isEmpty else { return }
            let id = try IdempotencyKey(key)
            try await attempt(
                "take back \(key)", refused: model.refusal(ofTakingBack: key, kind, at: at ?? now)
            ) {
                switch kind {
                case .spend:
                    try await ledger.reverseSpend(
                        key: id, effective: at, environment: environment)
                case .credit:
                    try await ledger.reverseCredit(
                        key: id, effective: at, environment: environment)
                case .grant:
                    try await ledger.endGrant(key: id, effective: at, environment: environment)
                }
            } done: { run in
                run.add(.takeBack(key: key, at: at ?? now), environment)
            }
        case .finish(let id):
            let purchases = model.lines.values.flatMap(\.purchases).filter { purchase in
                purchase.versions.contains { $0.content.id == id }
            }
            let isFinished = purchases.contains { model.isFinished($0, at: now) }
            try await attempt(
                "finish \(id)",
                refused: purchases.isEmpty ? "unknownTransaction" : isFinished ? "used" : nil
            ) {
                try await ledger.finish(transactionID: id, environment: environment)
            } done: { run in
                run.add(.finish(transaction: id, at: now), environment)
            }
        default: return
        }
    }

    /// Does something, and compares what came of it with what the model said: a refusal, "used" for
    /// a key that was used, whatever comes of it, or nil for done.
    private mutating func attempt(
        _ name: String, refused expected: String?,
        _ action: () async throws -> HostReceipt, done: (inout WholeModelRun) -> Void
    ) async throws {
        var found: String?
        do {
            let receipt = try await action()
            if !receipt.isDuplicate { done(&self) }
            if receipt.isDuplicate, name.hasPrefix("assign") == false { found = "used" }
        } catch let error as HostActionError {
            found = error.name
            if case .keyConflict = error { found = "used" }
        }
        if found != expected {
            surprises.append(
                "after \(events.count) events \(name): the model says \(expected ?? "done"), "
                    + "the ledger \(found ?? "done")")
        }
    }
}

extension ModelLedger {
    fileprivate func isUsed(_ key: String) -> Bool {
        (credits + spends + grants).contains { $0.key == key }
    }

    fileprivate func refusal(
        _ key: String, _ account: String?, from: Instant, until: Instant?
    ) -> String? {
        if isUsed(key) { return "used" }
        if let until, until <= from { return "endsBeforeItBegins" }
        return account == nil ? "noSingleOwner" : nil
    }

    /// A reversal may not precede its spend; one is enough.
    fileprivate func refusal(
        ofTakingBack key: String, _ kind: WholeModelAction.Kind, at instant: Instant
    ) -> String? {
        let list =
            switch kind {
            case .spend: spends
            case .credit: credits
            case .grant: grants
            }
        guard let action = list.first(where: { $0.key == key }) else {
            return isUsed(key) ? "used" : "unknownKey"
        }
        if action.takenBack != nil { return "used" }
        return instant < action.from ? "effectiveBeforeOriginal" : nil
    }
}
