import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("Rebuilding what follows from the log")
struct RebuildTests {
    /// A ledger with a made-up history, host actions and refused inputs.
    private func ledger(
        seed: UInt64, isWild: Bool = true
    ) async throws -> (whole: WholeLedger, story: WholeStory) {
        let story = try WholeStoryGenerator.story(seed: seed, steps: 5, isWild: isWild)
        let whole = try WholeLedger()
        try await whole.importCatalog()
        var random = SeededGenerator(seed: seed)
        for (number, delivery) in story.shuffled(using: &random).enumerated() {
            let account = number.isMultiple(of: 5) ? WholeStory.account(number % 3) : nil
            try await whole.ingest(delivery, presentedBy: account)
        }
        let store = try WholeStore.production()
        for number in 0..<2 {
            let app = store.appTransaction(
                id: "704318642975310864", originalPurchaseDate: 1_600_000_000_000,
                signedDate: 1_700_000_000_000)
            try await whole.ingest(
                Array(try store.sign(app).utf8), presentedBy: WholeStory.account(number))
        }
        let customer = CustomerSelector.appAccountToken(try #require(WholeStory.account(0)))
        let ledger = whole.ledger
        _ = try await ledger.credit(90, of: "coins", to: customer, key: IdempotencyKey("1"))
        _ = try await ledger.spend(5, of: "coins", from: customer, key: IdempotencyKey("2"))
        _ = try await ledger.reverseSpend(key: IdempotencyKey("2"))
        _ = try await ledger.grant("gift", to: customer, key: IdempotencyKey("3"))
        _ = try await ledger.endGrant(key: IdempotencyKey("3"))
        return (whole, story)
    }

    private func reopened(_ whole: WholeLedger) throws -> WholeLedger {
        try WholeLedger(reopening: whole)
    }

    @Test(
        "An intact ledger has nothing to correct, whatever it was told",
        arguments: WholeSeeds.some(4))
    func intact(seed: UInt64) async throws {
        let (whole, _) = try await ledger(seed: seed)
        let before = try DerivedContents(whole.ledger)
        let events = try whole.ledger.statistics().events
        await whole.ledger.close()
        let report = try TransactionLedger.rebuild(at: whole.path)
        #expect(report.events == events)
        #expect(report.tables.filter { $0.correctedCount > 0 } == [])
        #expect(report.tables.count == 15)
        let after = try reopened(whole)
        #expect(try DerivedContents(after.ledger).differences(from: before) == [])
        #expect(try after.ledger.verify(signatures: true).isIntact)
        #expect(!FileManager.default.fileExists(atPath: whole.path + "/rebuild.partial"))
        await after.ledger.close()
    }

    @Test(
        "Whatever rows are deleted, changed or added, the tables and answers are as before",
        arguments: WholeSeeds.some(6))
    func damaged(seed: UInt64) async throws {
        let (whole, story) = try await ledger(seed: seed)
        let before = try DerivedContents(whole.ledger)
        var random = SeededGenerator(seed: seed)
        let instants = story.someInstants(2, using: &random)
        let answers = try WholeAnswers(whole, customers: story.customers, at: instants)
        try DerivedContents.damage(whole.ledger, oneOf: Int(seed), using: &random)
        await whole.ledger.close()
        #expect(try !Self.verify(whole).isIntact, "seed \(seed)")
        // Small transactions, so that a pass needs many of them.
        let report = try TransactionLedger.rebuild(
            at: whole.path, correction: TableCorrection(rowsMax: seed.isMultiple(of: 2) ? 7 : 1_000)
        )
        #expect(report.correctedCount > 0)
        let after = try reopened(whole)
        #expect(try DerivedContents(after.ledger).differences(from: before) == [], "seed \(seed)")
        let found = try after.ledger.verify(signatures: true)
        #expect(found.isIntact, "seed \(seed): \(found.damage.prefix(3))")
        let again = try WholeAnswers(after, customers: story.customers, at: instants)
        #expect(again.differences(from: answers) == "", "seed \(seed)")
        await after.ledger.close()
    }

    /// Changes a ledger behind its back.
    private static func write(
        _ ledger: TransactionLedger, _ body: (borrowing LMDBWriteTransaction) throws -> Void
    ) throws {
        try ledger.environment.write(body)
    }

    private static func verify(_ whole: WholeLedger) throws -> VerificationReport {
        let ledger = try TransactionLedger(at: whole.path, clock: { WholeLedger.now })
        defer { ledger.environment.close() }
        return try ledger.verify()
    }

    @Test("Tables that are empty, or gone, are made anew")
    func emptied() async throws {
        let (whole, _) = try await ledger(seed: 11, isWild: false)
        let before = try DerivedContents(whole.ledger)
        try Self.write(whole.ledger) { transaction in
            for table in DerivedContents.tables(of: whole.ledger) {
                for key in (before.rows[table.name] ?? [:]).keys {
                    try table.delete(key.bytes, in: transaction)
                }
            }
        }
        await whole.ledger.close()
        let report = try TransactionLedger.rebuild(at: whole.path)
        #expect(report.correctedCount == before.rows.values.reduce(0) { $0 + $1.count })
        let after = try reopened(whole)
        #expect(try DerivedContents(after.ledger).differences(from: before) == [])
        #expect(try after.ledger.verify(signatures: true).isIntact)
        await after.ledger.close()
    }

    @Test("A ledger without an event has nothing to rebuild")
    func empty() async throws {
        let whole = try WholeLedger()
        await whole.ledger.close()
        let report = try TransactionLedger.rebuild(at: whole.path)
        #expect(report.events == 0 && report.correctedCount == 0)
        let after = try reopened(whole)
        try await after.importCatalog()
        #expect(try after.ledger.verify().isIntact)
        await after.ledger.close()
    }

    @Test("A person whose rows were erased does not come back")
    func erased() async throws {
        let (whole, _) = try await ledger(seed: 12, isWild: false)
        let tables = whole.ledger.reader.tables
        let token = WholeStory.tokens[0]
        let key = LogKey.identity(.appAccountToken, .production, token)
        try Self.write(whole.ledger) { transaction in
            let number = try #require(
                try tables.identities.number(key.bytes, as: UInt32.self, in: transaction))
            try tables.identityDetails.delete(LogKey.number(number).bytes, in: transaction)
            try tables.identities.delete(key.bytes, in: transaction)
        }
        let before = try DerivedContents(whole.ledger)
        await whole.ledger.close()
        #expect(try TransactionLedger.rebuild(at: whole.path).correctedCount == 0)
        let after = try reopened(whole)
        #expect(try DerivedContents(after.ledger).differences(from: before) == [])
        await after.ledger.close()
    }

    @Test("What a killed rebuild left behind is no obstacle, one that is at work is")
    func leftovers() async throws {
        let (whole, _) = try await ledger(seed: 13, isWild: false)
        await whole.ledger.close()
        let partial = whole.path + "/" + RebuildStore.directoryName
        try FileManager.default.createDirectory(atPath: partial, withIntermediateDirectories: false)
        try Data("rubbish".utf8).write(to: URL(fileURLWithPath: partial + "/data.mdb"))
        #expect(try TransactionLedger.rebuild(at: whole.path).correctedCount == 0)
        #expect(!FileManager.default.fileExists(atPath: partial))
        try FileManager.default.createDirectory(atPath: partial, withIntermediateDirectories: false)
        let descriptor = unsafe open(partial, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        #expect(throws: LedgerError(.invalidArgument, "")) {
            try TransactionLedger.rebuild(at: whole.path)
        }
        #expect(FileManager.default.fileExists(atPath: partial))
    }

    @Test("A file with a damaged page is refused, and not a byte of it is changed")
    func damagedPages() async throws {
        let (whole, _) = try await ledger(seed: 15, isWild: false)
        await whole.ledger.close()
        let file = URL(filePath: whole.path + "/data.mdb")
        let intact = try Data(contentsOf: file)
        var refusedCount = 0
        for page in 2..<intact.count / 4_096 {
            var damaged = intact
            // What kind of page it is; free ones may be of any.
            damaged[damaged.startIndex + page * 4_096 + 10] ^= 0x04
            try damaged.write(to: file)
            do {
                _ = try TransactionLedger.checkPages(at: whole.path)
            } catch {
                refusedCount += 1
                #expect(throws: StorageError.self, "page \(page)") {
                    try TransactionLedger.rebuild(at: whole.path)
                }
                #expect(try Data(contentsOf: file) == damaged, "page \(page)")
            }
        }
        #expect(refusedCount > 20)
        try intact.write(to: file)
        #expect(try TransactionLedger.rebuild(at: whole.path).correctedCount == 0)
    }

    @Test("A damaged record is an error, and nothing is changed")
    func damagedLog() async throws {
        let (whole, _) = try await ledger(seed: 14, isWild: false)
        let tables = whole.ledger.reader.tables
        let globals = try DerivedContents(whole.ledger).rows["globals"] ?? [:]
        try Self.write(whole.ledger) { transaction in
            try tables.log.put(LMDBKey(3).bytes, [9, 9].bytes, in: transaction)
            for key in globals.keys {
                try tables.globals.delete(key.bytes, in: transaction)
            }
        }
        let before = try DerivedContents(whole.ledger)
        await whole.ledger.close()
        #expect(throws: RecordError.unknownFormat(9)) {
            try TransactionLedger.rebuild(at: whole.path)
        }
        let after = try reopened(whole)
        #expect(try DerivedContents(after.ledger).differences(from: before) == [])
        await after.ledger.close()
    }
}
