@testable import Ledger

/// One question, asked of a ledger and of the model at one T and one K.
struct WholeModelQuestion {
    enum Kind: CaseIterable {
        case entitlements, statuses, balances, unfinished, refunds, unattributed
    }

    var kind: Kind
    var environment: StoreEnvironment
    var customer: WholeModelCustomer
    var asOf: Instant

    var name: String { "\(kind) of \(customer) in \(environment.rawValue) at \(asOf.iso8601)" }

    func ask(_ ledger: TransactionLedger, _ knowledge: Cut.Knowledge) throws -> ModelAnswers {
        let cut = Cut(asOf: asOf, knowledge: knowledge)
        let customer = customer.selector
        return switch kind {
        case .entitlements:
            ModelAnswers(
                try ledger.entitlements(of: customer, environment: environment, at: cut).value)
        case .statuses:
            ModelAnswers(
                try ledger.subscriptionStatuses(of: customer, environment: environment, at: cut)
                    .value)
        case .balances:
            ModelAnswers(
                try ledger.balances(of: customer, environment: environment, at: cut).value)
        case .unfinished:
            ModelAnswers(
                try ledger.unfinished(of: customer, environment: environment, at: cut).value)
        case .refunds:
            ModelAnswers(try ledger.refunds(environment: environment, at: cut).value)
        case .unattributed:
            ModelAnswers(try ledger.unattributed(environment: environment, at: cut).value)
        }
    }

    func ask(_ model: ModelLedger) -> ModelAnswers {
        let asked = model.customer(customer, at: asOf)
        let (account, lines) = (asked.account, asked.lines)
        switch kind {
        case .entitlements:
            return ModelAnswers(model.grants(of: lines, account: account, at: asOf))
        case .statuses:
            return ModelAnswers(model.groups(of: lines, at: asOf))
        case .balances:
            let currencies = model.currencies(of: account, lines: lines, at: asOf)
            return ModelAnswers(
                currencies.map { currency in
                    let balance = model.balance(
                        of: account, lines: lines, currency, at: asOf)
                    return (currency, balance)
                })
        case .unfinished: return ModelAnswers(model.unfinished(of: lines, at: asOf))
        case .refunds: return ModelAnswers(model.refunds(at: asOf))
        case .unattributed: return ModelAnswers(model.unattributed(at: asOf))
        }
    }
}

extension ModelLedger {
    /// Whom a selector names.
    func customer(_ customer: WholeModelCustomer, at instant: Instant) -> ModelCustomer {
        switch customer {
        case .account(let index): self.customer(WholeStory.tokens[index], at: instant)
        case .line(let id): self.customer(ofLine: id, at: instant)
        case .transaction(let id): self.customer(ofTransaction: id, at: instant)
        case .appTransaction(let id): self.customer(ofAppTransaction: id, at: instant)
        }
    }
}
