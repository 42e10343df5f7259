import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("The whole ledger: rows that are damaged")
struct WholeDamageTests {
    /// How a row is damaged.
    private enum Damage: CaseIterable { case deleted, changed, added }

    private static let rowsPerTableMax = 5

    /// A ledger with rows in every table.
    func prepared() async throws -> WholeLedger {
        let store = try WholeStore.production()
        let whole = try WholeLedger()
        try await whole.importCatalog()
        let customer = try TestCustomer(
            appAccountToken: WholeStory.tokens[0], appTransactionID: "7001")
        var subscription = try TestSubscription(
            store: store, customer: customer, product: WholeStore.plus,
            originalTransactionID: "9000")
        try await whole.ingest(
            store.notificationBody(subscription.subscribe(at: "2026-01-05")),
            presentedBy: WholeStory.account(1))
        for _ in 0..<4 { try await whole.ingest(store.notificationBody(subscription.renew())) }
        try await whole.ingest(store.notificationBody(store.testNotification(at: "2026-01-05")))
        try await whole.ingest(
            TestAppStore(seed: "another").notificationBody(subscription.renew()))
        let account = CustomerSelector.appAccountToken(try #require(WholeStory.account(0)))
        _ = try await whole.ledger.spend(5, of: "coins", from: account, key: IdempotencyKey("1"))
        _ = try await whole.ledger.grant("gift", to: account, key: IdempotencyKey("2"))
        return whole
    }

    /// Tables that are made from the log, or hold what its records commit to.
    private static func tables(_ ledger: TransactionLedger) -> [(name: String, LMDBTable)] {
        let tables = ledger.reader.tables
        return [
            ("log", tables.log), ("evidence", tables.evidence), ("headers", tables.headers),
            ("headerNumbers", tables.headerNumbers), ("symbols", tables.symbols),
            ("identities", tables.identities), ("identityDetails", tables.identityDetails),
            ("lineNumbers", tables.lineNumbers), ("transactionLines", tables.transactionLines),
            ("periodLines", tables.periodLines), ("lines", tables.lines),
            ("customers", tables.customers), ("unlined", tables.unlined),
            ("globals", tables.globals), ("hostKeys", tables.hostKeys),
            ("tree", tables.tree), ("heads", ledger.live.heads), ("accounts", ledger.live.accounts),
            ("quarantine", tables.quarantine), ("quarantineDigests", tables.quarantineDigests),
        ]
    }

    @Test("A row that is deleted, changed or added is found by verify")
    func everyTable() async throws {
        let whole = try await prepared()
        #expect(try whole.ledger.verify(signatures: true).isIntact)
        await whole.ledger.close()
        let names = Self.tables(whole.ledger).map(\.name)
        for index in names.indices {
            for damage in Damage.allCases {
                let what = "\(names[index]) \(damage)"
                var unnoticed = 0
                for row in 0..<Self.rowsPerTableMax {
                    let noticed = try await isNoticed(damage, ofRow: row, inTable: index, of: whole)
                    unnoticed += noticed == false ? 1 : 0
                }
                #expect(unnoticed == 0, "\(what)")
            }
        }
    }

    /// Damages a row of a copy of the ledger; nil where there is no such row.
    private func isNoticed(
        _ damage: Damage, ofRow row: Int, inTable index: Int, of whole: WholeLedger
    ) async throws -> Bool? {
        let copy = try TemporaryDirectory()
        try FileManager.default.copyItem(
            atPath: whole.path + "/data.mdb", toPath: copy.path + "/data.mdb")
        let ledger = try Self.open(copy.path)
        let isDone = try Self.damage(
            Self.tables(ledger)[index].1, row: row, damage, of: ledger)
        await ledger.close()
        guard isDone else { return nil }
        let damaged = try Self.open(copy.path)
        defer { damaged.environment.close() }
        let report = try damaged.verify(signatures: true)
        for eventsPerPart in [1, 2, 7] {
            let inParts = try damaged.verify(
                signatures: true, eventsPerPart: eventsPerPart,
                by: ParallelParts(threadCountMax: eventsPerPart))
            #expect(Self.findings(inParts) == Self.findings(report), "\(eventsPerPart) a part")
        }
        return !report.isIntact
    }

    /// What a report says that does not depend on how the log is divided: a part of the tree is
    /// compared, and found to differ, at the end of each.
    private static func findings(
        _ report: VerificationReport
    ) -> (inOrder: [VerificationReport.Damage], inTree: Set<VerificationReport.Damage>) {
        let tree = VerificationReport.Damage.Kind.treeDiffers
        return (
            report.damage.filter { $0.kind != tree }, Set(report.damage.filter { $0.kind == tree })
        )
    }

    private static func open(_ path: String) throws -> TransactionLedger {
        try TransactionLedger(at: path, clock: { WholeLedger.now })
    }

    /// Rows are taken from the end: a table's last rows are of events of every kind.
    private static func damage(
        _ table: LMDBTable, row: Int, _ damage: Damage, of ledger: TransactionLedger
    ) throws -> Bool {
        try ledger.environment.write { transaction in
            var rows: [(key: [UInt8], value: [UInt8])] = []
            try table.forEach(in: transaction) { key, value in
                rows.append(([UInt8](copying: key), [UInt8](copying: value)))
                return true
            }
            guard rows.indices.contains(row) else { return false }
            let (key, value) = rows[rows.count - 1 - row]
            switch damage {
            case .deleted: try table.delete(key.bytes, in: transaction)
            case .changed:
                guard !value.isEmpty else { return false }
                var changed = value
                changed[changed.count / 2] ^= 1
                try table.put(key.bytes, changed.bytes, in: transaction)
            case .added:
                var other = key
                other[other.count - 1] ^= 0x40
                if try table.contains(other.bytes, in: transaction) { return false }
                try table.put(other.bytes, value.bytes, in: transaction)
            }
            return true
        }
    }

    @Test("A balance forged into the live tables of an account without host actions is found")
    func forgedBalance() async throws {
        let whole = try await prepared()
        let account = try #require(WholeStory.account(1))
        let other = CustomerSelector.appAccountToken(account)
        #expect(try whole.ledger.balances(of: other).value.isEmpty)
        let rich = CustomerSelector.appAccountToken(try #require(WholeStory.account(0)))
        _ = try await whole.ledger.credit(500, of: "gems", to: rich, key: IdempotencyKey("3"))
        try Self.copyAccount(in: whole.ledger, to: account)
        #expect(
            try whole.ledger.balances(of: other, currency: "gems").value.map(\.balance) == [500])
        let isIntact = try whole.ledger.verify(signatures: true).isIntact
        #expect(!isIntact)
        await whole.ledger.close()
    }

    private static func copyAccount(in ledger: TransactionLedger, to account: UUID) throws {
        try ledger.environment.write { transaction in
            let token = try #require(AccountToken(account))
            let identity = Identity(
                kind: .appAccountToken, environment: .production, text: token.text)
            let number = try #require(try ledger.reader.identity(identity, in: transaction))
            let held = try ledger.live.accounts.first(.all, in: transaction) { _, value in
                [UInt8](copying: value)
            }
            let value = try #require(held)
            try ledger.live.accounts.put(
                LogKey.number(number.number).bytes, value.bytes, in: transaction)
        }
    }
}
