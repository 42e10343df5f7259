import Foundation
import Ledger

/// Opening the ledger that `--ledger` or `LEDGER_PATH` names.
extension ParsedArguments {
    /// Opens the ledger, runs `body` and closes it, whatever happens.
    func withLedger<Answer>(
        _ body: (TransactionLedger) async throws -> Answer
    ) async throws -> Answer {
        let ledger = try openLedger()
        do {
            let answer = try await body(ledger)
            await ledger.close()
            return answer
        } catch {
            await ledger.close()
            throw error
        }
    }

    /// The same for a command of one environment: says so where the ledger takes in nothing of it.
    func withLedgerOfEnvironment<Answer>(
        _ console: Console, _ body: (TransactionLedger) async throws -> Answer
    ) async throws -> Answer {
        try await withLedger { ledger in
            console.noteIfNotAccepted(storeEnvironment, by: ledger.configuration)
            return try await body(ledger)
        }
    }

    /// Makes the ledger, and its directory if need be.
    func createLedger(_ configuration: LedgerConfiguration) throws -> TransactionLedger {
        let path = try ledgerPath()
        do {
            return try TransactionLedger.create(
                at: path, configuration: configuration)
        } catch let error as CocoaError {
            throw CommandFailure(
                status: .storageFailed,
                message: "cannot make the directory \(path): \(error.localizedDescription)")
        }
    }

    /// Opening may wait for the disk and is not for the callers of `async` code to see.
    private func openLedger() throws -> TransactionLedger {
        try TransactionLedger(at: ledgerPath())
    }
}

extension Console {
    /// Says that a ledger takes in nothing of the environment that a command is about: most often
    /// `--environment` was forgotten, and an empty answer would be misread.
    func noteIfNotAccepted(
        _ environment: StoreEnvironment, by configuration: LedgerConfiguration
    ) {
        let accepted = configuration.environments
        guard !accepted.contains(environment) else { return }
        note(
            "this ledger takes in no \(environment.rawValue) data, only "
                + "\(accepted.map(\.rawValue).joined(separator: ", ")): name it with --environment")
    }

    /// Says that a ledger with purchases has no catalog: none of them grants anything until there is
    /// one, and whoever sees a subscription without its entitlement would look for a bug.
    func noteIfNoCatalog(of ledger: TransactionLedger) throws {
        guard try ledger.statistics().lines > 0, try ledger.catalog().products.isEmpty else {
            return
        }
        note(
            "this ledger has no catalog, and without one no purchase grants anything: give it one "
                + "with 'catalog import'")
    }
}
