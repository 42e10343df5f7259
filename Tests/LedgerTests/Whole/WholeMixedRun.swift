import Foundation
import LedgerTesting
import Testing

@testable import Ledger

/// A ledger that takes mixed inputs, and the actions of a host and erasures between them.
struct WholeMixedRun {
    private let seed: UInt64
    private let inputs: WholeMixedInputs
    private var random: SeededGenerator
    private var whole: WholeLedger
    private var given: [SignedInput] = []
    /// Names that were erased, each as many times as it was.
    private(set) var erasedCount = 0

    private var ledger: TransactionLedger { whole.ledger }
    private var check: WholeMixedCheck { WholeMixedCheck(whole: whole) }

    init(seed: UInt64) async throws {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        inputs = try WholeMixedInputs(using: &random)
        // Long after all dates: what is dated later than an erasure may give a line to another.
        whole = try WholeLedger(configuration: WholeMixedInputs.configuration())
        let paidApp = """
            "paidApp": { "before": "2027-01-01", "platforms": ["iOS"], "entitlements": ["paid"] },
            """
        let catalog = WholeStore.catalog.replacing("\"groups\"", with: "\(paidApp) \"groups\"")
        _ = try await ledger.importCatalog(CatalogImport(Array(catalog.utf8)).catalog)
    }

    /// Gives an input, perhaps an old one again, and lets something else happen.
    mutating func step(_ index: Int) async throws {
        let place = "seed \(seed), input \(index)"
        let input = try inputs.next(using: &random)
        given.append(input)
        let presenter = random.chance(20) ? random.pick(WholeMixedPayloads.accounts) : nil
        try await give(input, presentedBy: presenter, place)
        if random.chance(20) {
            let presenter = random.chance(30) ? random.pick(WholeMixedPayloads.accounts) : nil
            try await give(random.pick(given), presentedBy: presenter, place)
        }
        try await act(index)
        whole.clock.advance(milliseconds: 1_000)
        if random.chance(10) { try await eraseSomebody(place) }
    }

    /// Rebuilds the tables, which changes nothing, and erases everybody.
    mutating func finish() async throws {
        try check.expectIntact("seed \(seed), at the end")
        await ledger.close()
        let report = try TransactionLedger.rebuild(at: whole.path)
        let corrected = report.tables.filter { $0.correctedCount > 0 }
        #expect(corrected == [], "seed \(seed)")
        whole = try WholeLedger(reopening: whole)
        try check.expectIntact("seed \(seed), rebuilt")
        for account in WholeMixedPayloads.accounts {
            let place = "seed \(seed), rebuilt, \(account)"
            _ = try await erase(.appAccountToken(account), .production, place)
        }
        try check.expectIntact("seed \(seed), after everybody was erased")
        await ledger.close()
    }

    // MARK: Inputs and actions

    /// Gives an input twice: the second time it is nothing new.
    private func give(
        _ input: SignedInput, presentedBy account: UUID?, _ place: String
    ) async throws {
        _ = try await ledger.record(input, presentedBy: account)
        let before = try ledger.statistics()
        _ = try await ledger.record(input, presentedBy: account)
        let after = try ledger.statistics()
        #expect(after.events == before.events, "\(place)")
        #expect(after.evidence == before.evidence, "\(place)")
        #expect(after.identities == before.identities, "\(place)")
    }

    private mutating func act(_ index: Int) async throws {
        let account = random.pick(WholeMixedPayloads.accounts)
        do {
            switch Int.random(in: 0..<30, using: &random) {
            case 0, 1:
                let line = String(random.pick(WholeMixedPayloads.lines))
                _ = try await ledger.assign(originalTransactionID: line, to: account)
            case 2:
                _ = try await ledger.setPolicy(
                    "secondAccount", to: random.pick(["transfer", "keep"]))
            case 3:
                _ = try await ledger.credit(
                    5, of: "coins", to: .appAccountToken(account),
                    key: IdempotencyKey("key \(index)"))
            default: return
            }
        } catch is HostActionError {
            return
        }
    }

    // MARK: Erasures

    /// Erases somebody, gives some inputs again, and erases by the same name again.
    private mutating func eraseSomebody(_ place: String) async throws {
        let environment = random.chance(80) ? StoreEnvironment.production : .sandbox
        let account = CustomerSelector.appAccountToken(random.pick(WholeMixedPayloads.accounts))
        let selector = random.pick([
            account, account, .appTransactionID(random.pick(WholeMixedPayloads.appTransactionIDs)),
            .originalTransactionID(String(random.pick(WholeMixedPayloads.lines))),
        ])
        let place = "\(place), \(selector) in \(environment)"
        guard try await erase(selector, environment, place) else { return }
        try check.expectIntact("\(place), erased")
        for input in given where random.chance(30) {
            try await give(input, presentedBy: nil, place)
        }
        try check.expectIntact("\(place), given again")
        guard try await erase(selector, environment, "\(place), again") else { return }
        try check.expectIntact("\(place), erased again")
    }

    /// Whether there was one whom the name stands for; then nothing names them any more, and
    /// nobody else has more or less than before.
    private mutating func erase(
        _ selector: CustomerSelector, _ environment: StoreEnvironment, _ place: String
    ) async throws -> Bool {
        let namesBefore = try check.knownNames()
        let rowsBefore = try check.rowsByCustomer()
        do {
            _ = try await ledger.erase(selector, environment: environment)
        } catch HostActionError.noSingleOwner {
            return false
        }
        var erased = namesBefore.subtracting(try check.knownNames())
        erasedCount += erased.count
        if let name = Self.name(selector, try #require(EnvironmentCode(environment))) {
            erased.insert(name)
        }
        try check.expectGone(erased, place)
        let rowsAfter = try check.rowsByCustomer()
        for customer in Set(rowsBefore.keys).union(rowsAfter.keys).subtracting(erased) {
            #expect(rowsAfter[customer] == rowsBefore[customer], "\(place): \(customer.text)")
        }
        for customer in erased { #expect(rowsAfter[customer] == nil, "\(place)") }
        return true
    }

    /// The name by which somebody is erased, where it is one.
    private static func name(
        _ selector: CustomerSelector, _ environment: EnvironmentCode
    ) -> Identity? {
        switch selector {
        case .appAccountToken(let account): WholeMixedCheck.identity(of: account, environment)
        case .appTransactionID(let id):
            Identity(kind: .appTransactionID, environment: environment, text: id)
        default: nil
        }
    }
}
