import LedgerTesting

@testable import Ledger

/// What the host does in a scenario.
enum ScenarioAction {
    /// What became of an action: `ok`, `duplicate` or `refused`, and the receipt where there is
    /// one.
    ///
    /// It is so at `effective`, unless the step says when.
    static func outcome(
        _ step: ScenarioStep, in ledger: TransactionLedger, effective: Instant?
    ) async throws -> (outcome: String, receipt: HostReceipt?) {
        do {
            let receipt = try await perform(step, in: ledger, effective: effective)
            return (receipt.isDuplicate ? "duplicate" : "ok", receipt)
        } catch is HostActionError {
            return ("refused", nil)
        }
    }

    private static func perform(
        _ step: ScenarioStep, in ledger: TransactionLedger, effective: Instant?
    ) async throws -> HostReceipt {
        switch step.kind {
        case .finish: try await finish(step.content, in: ledger)
        case .catalog:
            try await ledger.importCatalog(
                CatalogImport(step.content.json).catalog, effective: effective)
        case .policy:
            try await ledger.setPolicy(
                step.content.text("name"), to: step.content.text("value"),
                effective: step.content.optionalInstant(
                    "effective", dateAlone: .startOfDay) ?? effective)
        case .erase: try await erase(step.content, in: ledger)
        case .attempt:
            try await ledger.attempt(
                productID: step.content.text("product"),
                outcome: step.content["outcome"] == "pending" ? .pending : .cancelled,
                by: step.content.customer(), key: IdempotencyKey(step.content.text("id")),
                effective: step.content.optionalInstant("effective") ?? effective)
        case .assign:
            try await ledger.assign(
                originalTransactionID: step.content.text("originalTransactionId"),
                to: step.content.account("appAccountToken"),
                effective: step.content.optionalInstant("effective") ?? effective)
        default: try await performKeyed(step, in: ledger, effective: effective)
        }
    }

    /// Erases a customer; where there is nothing to erase it is a duplicate of what was done
    /// before.
    private static func erase(
        _ content: TestJSON, in ledger: TransactionLedger
    ) async throws -> HostReceipt {
        let erasure = try await ledger.erase(
            content.customer(), environment: content.environment)
        return HostReceipt(sequence: erasure.lastSequence ?? 0, isDuplicate: erasure.isEmpty)
    }

    private static func performKeyed(
        _ step: ScenarioStep, in ledger: TransactionLedger, effective: Instant?
    ) async throws -> HostReceipt {
        let action = step.content
        let key = try IdempotencyKey(action.text("id"))
        let effective = try action.optionalInstant("effective") ?? effective
        switch step.kind {
        case .spend:
            return try await ledger.spend(
                action.integer("amount"), of: action.text("currency"), from: action.customer(),
                key: key, effective: effective)
        case .credit:
            return try await ledger.credit(
                action.integer("amount"), of: action.text("currency"), to: action.customer(),
                key: key, expires: action.optionalInstant("expires"), effective: effective)
        case .grant:
            return try await ledger.grant(
                action.text("entitlement"), to: action.customer(), key: key,
                until: action.optionalInstant("until"), effective: effective)
        case .reverseSpend: return try await ledger.reverseSpend(key: key, effective: effective)
        case .reverseCredit: return try await ledger.reverseCredit(key: key, effective: effective)
        case .endGrant: return try await ledger.endGrant(key: key, effective: effective)
        default: throw ScenarioMistake("\(step.kind) is no action of the host")
        }
    }

    /// Acknowledges each of the transactions; the last receipt speaks for them.
    private static func finish(
        _ identifiers: TestJSON, in ledger: TransactionLedger
    ) async throws -> HostReceipt {
        guard case .array(let values) = identifiers, !values.isEmpty else {
            throw ScenarioMistake("finish takes a list of ids")
        }
        var last: HostReceipt?
        for identifier in values.compactMap(\.stringValue) {
            last = try await ledger.finish(transactionID: identifier)
        }
        guard let last else { throw ScenarioMistake("finish takes a list of ids") }
        return last
    }
}
