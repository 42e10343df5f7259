import Foundation
import LedgerTesting
import Testing

@testable import Ledger

/// A data file whose bytes are changed, and the checks that find it: the walk over the pages, then
/// the opening, then `verify`.
@Suite("The whole ledger: a data file that is damaged")
struct WholeFlipTests {
    /// `LEDGER_FLIPS=all` flips every bit, a number so many of each kind; otherwise as many as the
    /// suite has time for.
    private static let asked = ProcessInfo.processInfo.environment["LEDGER_FLIPS"]
    private static let contentFlipsCount = 250
    private static let harmlessFlipsCount = 40

    private static func prepared() async throws -> (whole: WholeLedger, file: DamagedFile) {
        let whole = try await WholeDamageTests().prepared()
        await whole.ledger.close()
        let data = try Data(contentsOf: URL(filePath: whole.path + "/data.mdb"))
        return (whole, try DamagedFile(data))
    }

    /// Whether any of the three checks finds the file damaged.
    private static func isFound(_ file: DamagedFile) async throws -> Bool {
        if try file.fault(TransactionLedger.tablesOfFile) != nil { return true }
        do {
            let ledger = try TransactionLedger(
                at: file.directory.path, clock: { WholeLedger.now })
            defer { ledger.environment.close() }
            return try !ledger.verify(signatures: true).isIntact
        } catch let error as LedgerError {
            #expect(error.code == .damaged, "\(error)")
            return true
        }
    }

    private static func bits(_ use: PageMap.Use, _ map: PageMap, count: Int) -> [Int] {
        let offsets = map.uses.indices.filter { map.uses[$0] == use }
        let bits = offsets.flatMap { ($0 * 8)..<($0 * 8 + 8) }
        var random = SeededGenerator(seed: 17)
        if asked == "all" { return bits }
        let wanted = asked.flatMap { Int($0) } ?? count
        return Array(bits.shuffled(using: &random).prefix(wanted))
    }

    @Test("A bit that is flipped in any key or value is found")
    func content() async throws {
        let (_, file) = try await Self.prepared()
        let map = try PageMap(file.whole, pageSizeBytes: DamagedFile.pageSizeBytes)
        #expect(try await !Self.isFound(file))
        for bit in Self.bits(.content, map, count: Self.contentFlipsCount) {
            let offset = bit / 8
            let table = map.table(at: offset)
            try file.write([file.whole[offset] ^ (1 << UInt8(bit % 8))], at: offset)
            #expect(
                try await Self.isFound(file), "bit \(bit % 8) of byte \(offset), of \(table)")
            try file.restore()
        }
    }

    @Test("A bit that is flipped in a harmless place changes no answer")
    func harmless() async throws {
        let (_, file) = try await Self.prepared()
        let map = try PageMap(file.whole, pageSizeBytes: DamagedFile.pageSizeBytes)
        let before = try await Self.answers(file)
        var passedCount = 0
        for bit in Self.bits(.harmless, map, count: Self.harmlessFlipsCount) {
            let offset = bit / 8
            try file.write([file.whole[offset] ^ (1 << UInt8(bit % 8))], at: offset)
            if try file.fault(TransactionLedger.tablesOfFile) == nil {
                passedCount += 1
                let after = try await Self.answers(file)
                #expect(after == before, "bit \(bit % 8) of byte \(offset)")
                #expect(try await !Self.isFound(file), "bit \(bit % 8) of byte \(offset)")
            }
            try file.restore()
        }
        #expect(passedCount > 0)
    }

    private static func answers(_ file: DamagedFile) async throws -> [String] {
        let ledger = try TransactionLedger(at: file.directory.path, clock: { WholeLedger.now })
        defer { ledger.environment.close() }
        let kinds: [ExportKind] = [.transactions, .entitlements, .statuses, .balances, .movements]
        return try kinds.map { kind in
            var bytes: [UInt8] = []
            try ledger.export(kind, format: .jsonl, at: Cut(asOf: WholeLedger.now)) { span in
                for index in span.indices { bytes.append(span[index]) }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    @Test("Pages that are swapped, copied, emptied, made of noise or older are found, in a process")
    func splices() async throws {
        let (whole, file) = try await Self.prepared()
        let reopened = try WholeLedger(reopening: whole)
        let account = CustomerSelector.appAccountToken(try #require(WholeStory.account(0)))
        for number in 0..<4 {
            _ = try await reopened.ledger.credit(
                5, of: "coins", to: account, key: IdempotencyKey("later \(number)"))
        }
        await reopened.ledger.close()
        let later = try DamagedFile(Data(contentsOf: URL(filePath: whole.path + "/data.mdb")))
        let map = try PageMap(later.whole, pageSizeBytes: DamagedFile.pageSizeBytes)
        let program = try WholeProgram(ledgerAt: later.directory.path)
        let clean = try await program.run(["verify", "--json"])
        #expect(clean.status == 0 && !clean.wasKilled, "\(clean.errors)")
        let size = DamagedFile.pageSizeBytes
        var random = SeededGenerator(seed: 21)
        let noise = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
        for page in map.treePages.shuffled(using: &random).prefix(8) {
            let other = map.treePages.first { $0 != page } ?? 0
            let pages: [(String, [UInt8])] = [
                ("copied", Array(later.page(other))), ("emptied", Array(repeating: 0, count: size)),
                ("noise", noise),
                ("shifted", Array(later.page(page).prefix(16)) + noise.prefix(size - 16)),
                ("older", page < file.pageCount ? Array(file.page(page)) : noise),
            ]
            for (what, bytes) in pages {
                // Pages take turns, so that an older one may differ in unused bytes alone.
                let old = Array(later.page(page))
                let changes = (0..<size).filter { old[$0] != bytes[$0] }
                if changes.allSatisfy({ map.uses[page * size + $0] == .harmless }) { continue }
                try later.write(bytes, at: page * size)
                let outcome = try await program.run(["verify", "--json"])
                #expect(
                    outcome.status == 1 && !outcome.wasKilled,
                    "page \(page) \(what): \(outcome.status) \(outcome.errors)")
                #expect(outcome.number("damageCount") ?? 0 > 0)
                try later.restore()
            }
        }
    }

    @Test("A file that is cut anywhere is found, in a process")
    func cuts() async throws {
        let (_, file) = try await Self.prepared()
        let program = try WholeProgram(ledgerAt: file.directory.path)
        let map = try PageMap(file.whole, pageSizeBytes: DamagedFile.pageSizeBytes)
        let last = try #require(map.treePages.max())
        for page in stride(from: 1, through: last, by: 5) {
            try file.cut(to: page * DamagedFile.pageSizeBytes + page)
            let outcome = try await program.run(["verify"])
            #expect(outcome.status == 1 && !outcome.wasKilled, "\(page): \(outcome.errors)")
            #expect(outcome.output.contains("pageDamaged"))
            try file.restore()
        }
    }

    @Test("Pages are walked while other processes append")
    func whileOthersWrite() async throws {
        let story = try WholeStoryGenerator.story(seed: 41, steps: 8, isWild: false)
        let program = try WholeProgram()
        try await program.makeLedger()
        let file = try program.write(story.deliveries, to: "story.jsonl")
        async let running = program.run(["ingest", file])
        for _ in 0..<8 {
            let outcome = try await program.run(["verify"])
            #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
        }
        #expect(try await running.status == 0)
    }

    @Test(
        "A configuration or a format with a changed byte is refused as damaged",
        arguments: ["rootCertificates", "format"])
    func configuration(text: String) async throws {
        let (_, file) = try await Self.prepared()
        let map = try PageMap(file.whole, pageSizeBytes: DamagedFile.pageSizeBytes)
        let marker = Array(text.utf8)
        let start = try #require(
            file.whole.indices.first {
                map.uses[$0] == .content && map.table(at: $0) == "meta"
                    && file.whole[$0...].starts(with: marker)
            })
        // A letter of the JSON, or the number behind the key of the format.
        let offset = text == "format" ? start + marker.count : start
        try file.write([file.whole[offset] ^ 2], at: offset)
        #expect(try file.fault(TransactionLedger.tablesOfFile) == nil)
        let error = #expect(throws: LedgerError.self) {
            _ = try TransactionLedger(at: file.directory.path, clock: { WholeLedger.now })
        }
        #expect(error?.code == .damaged)
        let program = try WholeProgram(ledgerAt: file.directory.path)
        let outcome = try await program.run(["verify"])
        #expect(outcome.status == 1 && outcome.output.contains("ledgerUnreadable"))
    }
}
