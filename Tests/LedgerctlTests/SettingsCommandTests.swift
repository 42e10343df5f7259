import LedgerTesting
import Testing

@testable import ledgerctl

/// The catalog and the policies.
@Suite struct SettingsCommandTests {
    @Test("The catalog that is printed can be imported again, and is the same")
    func catalog() async throws {
        let story = try await StoryLedger()
        let printed = await story.run("catalog list")
        #expect(printed.status == .done)
        #expect(await story.run("catalog list --json") == printed)
        let products = try TestJSON(json: printed.output.utf8)["products"]?.elements ?? []
        #expect(products.map { $0["productId"] } == ["coins.100", "lifetime", "pro.monthly"])
        #expect(products.last?["entitlements"] == ["pro"])
        let file = try story.ledger.directory.write(printed.output, to: "again.json")
        let again = await story.ledger.run("catalog", "import", file)
        #expect(again.output.hasPrefix("the ledger has this catalog already"))
        let edited = printed.output.replacing(#"["pro"]"#, with: #"["more", "pro"]"#)
        let other = try story.ledger.directory.write(edited, to: "other.json")
        let imported = await story.ledger.run(
            "catalog", "import", other, "--effective", "2999-02-01")
        #expect(imported.status == .done)
        #expect(await story.run("catalog list --as-of 2999-02-01").output == edited)
        #expect(await story.run("catalog list").output == printed.output)
    }

    @Test("A policy is set from an instant on, and listed with the others")
    func policies() async throws {
        let story = try await StoryLedger()
        let before = await story.run("policy list")
        #expect(before.status == .done)
        #expect(before.output.split(separator: "\n").contains("accessInBillingRetry=off"))
        let set = await story.run(
            "policy set accessInBillingRetry=on --effective 2026-03-01 --json")
        let json = try story.json(set)
        #expect(json.keys == ["sequence", "duplicate"] && json["duplicate"] == false)
        let again = await story.run("policy set accessInBillingRetry=on")
        #expect(again.output.hasPrefix("done before, as event "))
        let after = before.output.replacing(
            "accessInBillingRetry=off", with: "accessInBillingRetry=on")
        #expect(await story.run("policy list").output == after)
        #expect(await story.run("policy list --as-of 2026-02-28").output == before.output)
        let list = try story.json(await story.run("policy list --json"))
        let policies = list["policies"]?.elements ?? []
        #expect(policies.allSatisfy { $0.keys == ["name", "value"] })
        #expect(policies.contains(["name": "accessInBillingRetry", "value": "on"]))
        for wrong in ["accessInBillingRetry", "=on", "accessInBillingRetry=maybe", "other=on"] {
            let outcome = await story.run("policy set \(wrong)")
            #expect(outcome.status == .wrongUsage && outcome.output == "", "\(wrong)")
        }
    }

    @Test("The statistics are rows for people and numbers for programs")
    func statistics() async throws {
        let story = try await StoryLedger()
        let json = try story.json(await story.run("stats --json"))
        #expect(
            json.keys == [
                "events", "lastRecordedAt", "lines", "identities", "symbols", "evidence",
                "headers", "quarantined", "livePosition", "rules", "format", "usedBytes",
                "mapSizeBytes", "readersActive", "oldestReaderLagTransactions",
            ])
        #expect(json["lines"] == 4 && json["livePosition"] == json["events"])
        let rows = await story.run("stats").output.split(separator: "\n")
        #expect(rows.count == json.keys.count + 1)
        let events = try #require(json["events"]?.integerValue)
        #expect(rows.dropFirst().first?.hasSuffix(" \(events)") == true)
    }
}
