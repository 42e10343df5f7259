import Foundation
import LedgerTesting
import Testing

@testable import Ledger

/// A ledger's writer over an environment that fails when it is told to.
private struct FaultyWriter {
    let environment: LMDBEnvironment
    let faults: LMDBFaults
    let writer: GroupCommitWriter<LedgerBatch>
    let symbols: SymbolCache
    let reader: LogReader

    /// Opens what `TransactionLedger` opens, with faults.
    init(path: String) throws {
        var options = LMDBEnvironmentOptions(access: .readWrite(create: false))
        let faults = LMDBFaults()
        options.faults = faults
        self.faults = faults
        let environment = try LMDBEnvironment.open(directory: path, options: options)
        self.environment = environment
        let reader = LogReader(tables: try LogTables(opening: environment))
        let live = try LiveTables(opening: environment, meta: reader.tables.meta)
        let symbols = SymbolCache()
        self.symbols = symbols
        self.reader = reader
        let views = LedgerViews(
            reader: reader, live: live, symbols: symbols, settings: SettingsCache())
        writer = try GroupCommitWriter(
            environment: environment,
            begin: { transaction in
                LedgerBatch(
                    log: try LogBatch(reader: reader, symbolCache: symbols, in: transaction),
                    live: try LiveBatch(tables: live, reader: reader, in: transaction),
                    views: views)
            },
            resume: { batch, transaction in try batch.resume(in: transaction) },
            finish: { batch, transaction in try batch.finish(in: transaction) })
    }

    func append(_ submission: PreparedSubmission) async throws -> AppendOutcome {
        try await writer.perform(mayRunAhead: true) { batch, transaction in
            try batch.append(submission, clock: WholeLedger.now, in: transaction).outcome
        }
    }

    /// Whether the symbols that are shared are those of the table, no more and no fewer.
    func hasCommittedSymbolsOnly() throws -> Bool {
        let known = SymbolCache()
        try environment.read { transaction in
            try known.update(from: reader.tables.symbols, in: transaction)
            try symbols.update(from: reader.tables.symbols, in: transaction)
        }
        let first = BuiltInSymbols.firstFreeNumber
        return symbols.count == known.count
            && (first..<first + known.count).allSatisfy { number in
                let symbol = Symbol(number: number)
                return symbols.text(of: symbol) == known.text(of: symbol)
            }
    }

    func close() async {
        await writer.shutdown()
        environment.close()
    }
}

@Suite("The whole ledger: a storage call that fails")
struct WholeFaultTests {
    private static let faults: [(call: LMDBCallName, code: Int32)] = [
        (.txnBegin, ENOMEM), (.put, ENOSPC), (.put, EIO), (.get, EIO), (.cursorOpen, ENOMEM),
        (.cursorGet, EIO), (.txnCommit, ENOSPC), (.txnCommit, EIO),
    ]

    @Test("Whichever call of one input fails, all of it is there or nothing, and a retry succeeds")
    func everyCall() async throws {
        let store = try WholeStore.production()
        var subscription = try TestSubscription(
            store: store, customer: TestCustomer(appAccountToken: WholeStory.tokens[0]),
            product: WholeStore.basic, originalTransactionID: "9000")
        let whole = try WholeLedger()
        try await whole.importCatalog()
        try await whole.ingest(store.notificationBody(subscription.subscribe(at: "2026-01-05")))
        let renewal = Array(try store.signedPayload(subscription.renew()).utf8)
        let verified = try SignedInputVerifier(policy: WholeLedger.configuration().trustPolicy)
            .verify(.notification(renewal), recordedAt: WholeLedger.now)
        guard case .verified(let input) = verified else {
            Issue.record("the renewal does not verify")
            return
        }
        let submission = try SubmissionPreparation(
            dictionary: EvidenceDictionary.first, symbols: SymbolCache()
        ).prepare(#require(Submission(input, presentedBy: nil)))
        let events = try whole.ledger.statistics().events
        await whole.ledger.close()
        var failures = 0
        for (call, code) in Self.faults {
            for callsToPass in 0..<200 {
                let failed = try await fail(
                    call, code, callsToPass, submission, on: whole, events: events)
                if !failed { break }
                failures += 1
            }
        }
        #expect(failures > 60)
    }

    @Test(
        "Of many callers whose commits fail now and then, what is acknowledged is there, and no other",
        arguments: 1...3)
    func manyCallers(seed: UInt64) async throws {
        let whole = try WholeLedger()
        let submissions = try Self.submissions(seed: seed)
        await whole.ledger.close()
        let faulty = try FaultyWriter(path: whole.path)
        let acknowledged = try await Self.append(submissions, to: faulty, seed: seed)
        faulty.faults.clear()
        #expect(try faulty.hasCommittedSymbolsOnly(), "seed \(seed)")
        #expect(faulty.writer.plansCount.made > 0, "seed \(seed)")
        let events = try faulty.environment.read { try faulty.reader.lastSequence(in: $0) }
        for (index, outcome) in acknowledged {
            let again = try await faulty.append(submissions[index])
            switch outcome {
            case .appended(let first, _): #expect(again == .duplicate(of: first), "seed \(seed)")
            case .duplicate: #expect(again == outcome, "seed \(seed)")
            }
        }
        #expect(try faulty.environment.read { try faulty.reader.lastSequence(in: $0) } == events)
        // What failed is not there, and goes in now.
        for index in submissions.indices where acknowledged[index] == nil {
            let later = try await faulty.append(submissions[index])
            guard case .appended = later else {
                Issue.record("seed \(seed): a failed input is there")
                continue
            }
        }
        await faulty.close()
        let ledger = try Self.open(whole.path)
        let report = try ledger.verify()
        #expect(report.isIntact && report.hasCountedRows, "seed \(seed): \(report.damage)")
        await ledger.close()
    }

    /// Inputs of a load, each purchase of a product of its own, so that symbols are given out all
    /// the time.
    private static func submissions(seed: UInt64) throws -> [PreparedSubmission] {
        let store = try WholeStore.production()
        let preparation = SubmissionPreparation(
            dictionary: EvidenceDictionary.first, symbols: SymbolCache())
        let verifier = try SignedInputVerifier(policy: WholeLedger.configuration().trustPolicy)
        return try (0..<240).map { number in
            let payload = store.transaction(
                id: "\(seed)00\(number)", productID: "product.\(number / 2)",
                purchaseDate: 1_767_600_000_000, fields: ["type": "Consumable"])
            let token = Array(try store.sign(payload).utf8)
            let verified = try verifier.verify(
                .transaction(token, renewalInfo: nil), recordedAt: WholeLedger.now)
            guard case .verified(let input) = verified else { throw TestFailure() }
            return try preparation.prepare(#require(Submission(input, presentedBy: nil)))
        }
    }

    private struct TestFailure: Error {}

    /// Appends by many callers, while commits and puts fail; what was acknowledged, by input.
    private static func append(
        _ submissions: [PreparedSubmission], to faulty: FaultyWriter, seed: UInt64
    ) async throws -> [Int: AppendOutcome] {
        try await withThrowingTaskGroup(of: [(Int, AppendOutcome)].self) { group in
            for caller in 0..<12 {
                group.addTask {
                    var acknowledged: [(Int, AppendOutcome)] = []
                    for index in stride(from: caller, to: submissions.count, by: 12) {
                        if index % 19 == Int(seed) {
                            let call: LMDBCallName = index.isMultiple(of: 2) ? .txnCommit : .put
                            faulty.faults.fail(call, with: ENOSPC, callsToPass: index % 5, times: 2)
                        }
                        do {
                            acknowledged.append(
                                (index, try await faulty.append(submissions[index])))
                        } catch {
                            #expect(error as? StorageError == .diskFull, "seed \(seed)")
                        }
                    }
                    return acknowledged
                }
            }
            return try await group.reduce(into: [:]) { all, some in
                for (index, outcome) in some { all[index] = outcome }
            }
        }
    }

    @Test("With a damaged dictionary nothing is prepared, and it is said to be damaged")
    func damagedDictionary() throws {
        let store = try WholeStore.production()
        var subscription = try TestSubscription(
            store: store, customer: TestCustomer(appAccountToken: WholeStory.tokens[0]),
            product: WholeStore.basic, originalTransactionID: "9000")
        let body = Array(try store.signedPayload(subscription.subscribe(at: "2026-01-05")).utf8)
        let verified = try SignedInputVerifier(policy: WholeLedger.configuration().trustPolicy)
            .verify(.notification(body), recordedAt: WholeLedger.now)
        guard case .verified(let input) = verified else {
            Issue.record("the purchase does not verify")
            return
        }
        let submission = try #require(Submission(input, presentedBy: nil))
        var dictionary = EvidenceDictionary.first
        for index in 8..<40 { dictionary[index] = 0xFF }
        let preparation = SubmissionPreparation(dictionary: dictionary, symbols: SymbolCache())
        let error = #expect(throws: LedgerError.self) { try preparation.prepare(submission) }
        #expect(error?.code == .damaged)
    }

    /// Fails one call of one append on a copy of the ledger; false where there is no such call.
    private func fail(
        _ call: LMDBCallName, _ code: Int32, _ callsToPass: Int,
        _ submission: PreparedSubmission,
        on whole: WholeLedger, events: UInt64
    ) async throws -> Bool {
        let copy = try TemporaryDirectory()
        try FileManager.default.copyItem(
            atPath: whole.path + "/data.mdb", toPath: copy.path + "/data.mdb")
        let faulty = try FaultyWriter(path: copy.path)
        faulty.faults.fail(call, with: code, callsToPass: callsToPass)
        let place = "\(call.rawValue) \(code) after \(callsToPass)"
        var failed = false
        do {
            _ = try await faulty.append(submission)
        } catch {
            failed = true
        }
        faulty.faults.clear()
        await faulty.close()
        try await Self.check(copy.path, failed, submission, events: events, place)
        return failed
    }

    private static func check(
        _ path: String, _ failed: Bool, _ submission: PreparedSubmission, events: UInt64,
        _ place: String
    ) async throws {
        let ledger = try open(path)
        let found = try ledger.statistics().events
        #expect(found == (failed ? events : events + 3), "\(place)")
        #expect(try ledger.verify().isIntact, "\(place)")
        await ledger.close()
        let retrying = try FaultyWriter(path: path)
        let outcome = try await retrying.append(submission)
        if failed {
            #expect(outcome == .appended(first: events + 1, last: events + 3), "\(place)")
        } else {
            #expect(outcome == .duplicate(of: events + 1), "\(place)")
        }
        await retrying.close()
        let reopened = try open(path)
        let report = try reopened.verify(signatures: true)
        #expect(report.isIntact && report.events == events + 3, "\(place): \(report.damage)")
        await reopened.close()
    }

    private static func open(_ path: String) throws -> TransactionLedger {
        try TransactionLedger(at: path, clock: { WholeLedger.now })
    }
}
