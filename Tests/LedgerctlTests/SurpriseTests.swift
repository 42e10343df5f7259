import Foundation
import Ledger
import LedgerTesting
import Testing

@testable import ledgerctl

/// What the program says where it would surprise whoever does not know the ledger.
@Suite struct SurpriseTests {
    private static let questions = ["entitlements", "status", "balance", "explain --entitlement x"]

    @Test("Without a catalog, whoever asks what is granted is told that nothing can be")
    func noCatalog() async throws {
        let ledger = try TestLedger()
        _ = await ledger.make()
        _ = await ledger.run("ingest", try ledger.writePurchase(id: "1", to: "a.json"))
        func errors(_ question: String, _ more: String = "--environment=Production") async -> String
        {
            let words = question.split(separator: " ").map(String.init)
            let outcome = await ledger.run(words: words + ["--transaction-id", "1", more])
            #expect(outcome.status == .done && outcome.output != "")
            return outcome.errors
        }
        for question in Self.questions {
            for more in ["--environment=Production", "--json"] {
                let told = await errors(question, more)
                #expect(told.split(separator: "\n").count == 1 && told.contains("catalog import"))
            }
        }
        #expect(await errors("history") == "")
        let catalog = try ledger.directory.write(StoryLedger.catalog, to: "catalog.json")
        _ = await ledger.run("catalog", "import", catalog)
        for question in Self.questions { #expect(await errors(question) == "") }
    }

    @Test("A ledger that its backend grew above the map's default is opened and appended to")
    func largeMap() async throws {
        let ledger = try TestLedger()
        _ = await ledger.make()
        let file = ledger.path + "/data.mdb"
        let sizeBytes = TransactionLedger.mapSizeBytesDefault / 4 * 5
        // Takes no room: nothing is written behind what the ledger has.
        let grown = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        try grown.truncate(atOffset: UInt64(sizeBytes))
        try grown.close()
        let stats = await ledger.run("stats", "--json")
        #expect(stats.status == .done, "\(stats.errors)")
        let map = try TestJSON(json: stats.output.utf8)["mapSizeBytes"]
        #expect(map == .integer(Int64(2 * sizeBytes)))
        let taken = await ledger.run("ingest", try ledger.writePurchase(id: "1", to: "a.json"))
        #expect(taken.status == .done, "\(taken.errors)")
    }
}
