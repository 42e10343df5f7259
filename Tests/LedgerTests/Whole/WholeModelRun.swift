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

    var now: Instant { whole.clock.now }

    mutating func add(_ deed: ModelEvent.Deed, _ environment: StoreEnvironment) {
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
            // The same catalog again appends nothing.
            guard try await !ledger.importCatalog(catalog, effective: at).isDuplicate else {
                return
            }
            add(.catalog(ModelCatalog(json), at: at ?? now), environment)
        case .policy(let name, let value, let at):
            guard try await !ledger.setPolicy(name, to: value, effective: at).isDuplicate else {
                return
            }
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

    /// Does something, and compares what came of it with what the model said: a refusal, "used" for
    /// a key that was used, whatever comes of it, or nil for done.
    mutating func attempt(
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
