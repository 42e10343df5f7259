import Foundation

@testable import Ledger

/// What the host does in a round, and what the model says will come of it.
extension WholeModelRun {
    mutating func applyHost(
        _ action: WholeModelAction, in environment: StoreEnvironment
    ) async throws {
        switch action {
        case .spend(let customer, let currency, let amount, let key, let at):
            try await spend(amount, currency, from: customer, key, at, environment)
        case .credit(let customer, let currency, let amount, let key, let until, let at):
            try await credit(amount, currency, to: customer, key, until, at, environment)
        case .grant(let customer, let name, let key, let until, let at):
            try await grant(name, to: customer, key, until, at, environment)
        case .takeBack(let kind, let key, let at):
            if !key.isEmpty { try await takeBack(kind, key, at, environment) }
        case .finish(let id):
            try await finish(id, environment)
        case .deliver, .assign, .catalog, .policy:
            return
        }
    }

    private mutating func spend(
        _ amount: Int64, _ currency: String, from customer: WholeModelCustomer, _ key: String,
        _ at: Instant?, _ environment: StoreEnvironment
    ) async throws {
        let (ledger, instant) = (whole.ledger, at ?? now)
        let model = ModelLedger(events, in: environment)
        let account = model.customer(customer, at: instant).account
        var refusal = account == nil ? "noSingleOwner" : nil
        if let account, model.refuses(amount, of: currency, from: account, at: instant) {
            refusal = "insufficientBalance"
        }
        if model.isUsed(key) { refusal = "used" }
        let id = try IdempotencyKey(key)
        let name = "spend \(key): \(amount) \(currency) of \(customer) at \(instant.iso8601)"
        try await attempt(name, refused: refusal) {
            try await ledger.spend(
                amount, of: currency, from: customer.selector, key: id, effective: at,
                environment: environment)
        } done: { run in
            run.add(
                .spend(
                    account: account ?? "", currency: currency, amount: amount, key: key,
                    at: instant), environment)
        }
    }

    private mutating func credit(
        _ amount: Int64, _ currency: String, to customer: WholeModelCustomer, _ key: String,
        _ until: Instant?, _ at: Instant?, _ environment: StoreEnvironment
    ) async throws {
        let (ledger, instant) = (whole.ledger, at ?? now)
        let model = ModelLedger(events, in: environment)
        let account = model.customer(customer, at: instant).account
        let refusal = model.refusal(key, account, from: instant, until: until)
        let id = try IdempotencyKey(key)
        try await attempt("credit \(key)", refused: refusal) {
            try await ledger.credit(
                amount, of: currency, to: customer.selector, key: id, expires: until,
                effective: at, environment: environment)
        } done: { run in
            run.add(
                .credit(
                    account: account ?? "", currency: currency, amount: amount, key: key,
                    until: until, at: instant), environment)
        }
    }

    private mutating func grant(
        _ name: String, to customer: WholeModelCustomer, _ key: String, _ until: Instant?,
        _ at: Instant?, _ environment: StoreEnvironment
    ) async throws {
        let (ledger, instant) = (whole.ledger, at ?? now)
        let model = ModelLedger(events, in: environment)
        let account = model.customer(customer, at: instant).account
        let refusal = model.refusal(key, account, from: instant, until: until)
        let id = try IdempotencyKey(key)
        try await attempt("grant \(key)", refused: refusal) {
            try await ledger.grant(
                name, to: customer.selector, key: id, until: until, effective: at,
                environment: environment)
        } done: { run in
            run.add(
                .grant(
                    account: account ?? "", entitlement: name, key: key, until: until,
                    at: instant), environment)
        }
    }

    private mutating func takeBack(
        _ kind: WholeModelAction.Kind, _ key: String, _ at: Instant?,
        _ environment: StoreEnvironment
    ) async throws {
        let (ledger, instant) = (whole.ledger, at ?? now)
        let refusal = ModelLedger(events, in: environment)
            .refusal(ofTakingBack: key, kind, at: instant)
        let id = try IdempotencyKey(key)
        try await attempt("take back \(key)", refused: refusal) {
            switch kind {
            case .spend:
                try await ledger.reverseSpend(key: id, effective: at, environment: environment)
            case .credit:
                try await ledger.reverseCredit(key: id, effective: at, environment: environment)
            case .grant:
                try await ledger.endGrant(key: id, effective: at, environment: environment)
            }
        } done: { run in
            run.add(.takeBack(key: key, at: instant), environment)
        }
    }

    private mutating func finish(_ id: String, _ environment: StoreEnvironment) async throws {
        let (ledger, now) = (whole.ledger, now)
        let model = ModelLedger(events, in: environment)
        let purchases = model.lines.values.flatMap(\.purchases).filter { purchase in
            purchase.versions.contains { $0.content.id == id }
        }
        let isFinished = purchases.contains { model.isFinished($0, at: now) }
        let refusal = purchases.isEmpty ? "unknownTransaction" : isFinished ? "used" : nil
        try await attempt("finish \(id)", refused: refusal) {
            try await ledger.finish(transactionID: id, environment: environment)
        } done: { run in
            run.add(.finish(transaction: id, at: now), environment)
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
