import LedgerTesting
import Testing

@testable import ledgerctl

/// What the host does through the program.
@Suite struct HostActionTests {
    /// What a receipt says: its keys, and its values but the sequence.
    private func receipt(
        _ outcome: ProgramOutcome, isDuplicate: Bool, balance: Int64? = nil,
        _ location: SourceLocation = #_sourceLocation
    ) throws -> Int64 {
        try #require(
            outcome.status == .done, "\(outcome.errors)", sourceLocation: location)
        var json = try TestJSON(json: outcome.output.utf8)
        let sequence = try #require(json["sequence"]?.integerValue, sourceLocation: location)
        json["sequence"] = nil
        var expected: TestJSON = ["duplicate": .bool(isDuplicate)]
        expected["balance"] = balance.map(TestJSON.integer)
        #expect(json == expected, sourceLocation: location)
        return sequence
    }

    @Test("A spend happens once, is refused where the balance is too low, and can be taken back")
    func spends() async throws {
        let story = try await StoryLedger()
        let spend = "spend --currency coins --amount 30 --id k1 --json"
        let first = try receipt(
            await story.runAboutAlice(spend), isDuplicate: false, balance: 70)
        let again = try receipt(
            await story.runAboutAlice(spend), isDuplicate: true, balance: 70)
        #expect(first == again)
        let tooMuch = await story.runAboutAlice("spend --currency coins --amount 71 --id k2")
        #expect(tooMuch.status == .answerIsNo && tooMuch.output == "")
        #expect(tooMuch.errors.contains("too low by 1"))
        let other = await story.runAboutAlice("spend --currency coins --amount 31 --id k1")
        #expect(other.status == .answerIsNo && other.errors.contains("key"))
        _ = try receipt(
            await story.run("reverse-spend --id k1 --json"), isDuplicate: false, balance: 100)
        _ = try receipt(
            await story.run("reverse-spend --id k1 --json"), isDuplicate: true, balance: 100)
        #expect(await story.run("reverse-spend --id k9").status == .answerIsNo)
        let line = await story.runAboutAlice("spend --currency coins --amount 1 --id k3")
        #expect(line.output.hasPrefix("recorded as event "))
        #expect(line.output.hasSuffix(", balance 99\n"))
    }

    @Test("A credit adds units until it expires or is taken back")
    func credits() async throws {
        let story = try await StoryLedger()
        let credit =
            "credit --currency gems --amount 5 --id c1 --effective 2026-02-01 --expires 2026-03-01"
        _ = try receipt(
            await story.runAboutAlice(credit + " --json"), isDuplicate: false, balance: 0)
        func gems(_ day: String) async throws -> TestJSON? {
            let answer = try story.json(
                await story.runAboutAlice("balance --currency gems --as-of \(day) --json"))
            return answer["balances"]?.elements.first
        }
        // A date alone is its first millisecond where something begins or ends with it.
        #expect(try await [nil, 0].contains(gems("2026-01-31")?["balance"]))
        #expect(try await gems("2026-02-01T00:00:00Z")?["balance"] == 5)
        #expect(try await gems("2026-02-28")?["balance"] == 5)
        #expect(try await gems("2026-03-01T00:00:00Z")?["balance"] == 0)
        let lot = try #require(try await gems("2026-02-28")?["lots"]?.elements.first)
        #expect(lot["id"] == "c1" && lot["expiresDate"] == "2026-03-01T00:00:00.000Z")
        let early = await story.run("reverse-credit --id c1 --effective 2026-01-10")
        #expect(early.status == .answerIsNo)
        let reversed = await story.run("reverse-credit --id c1 --effective 2026-02-10 --json")
        _ = try receipt(reversed, isDuplicate: false, balance: 0)
        let retried = await story.run("reverse-credit --id c1 --effective 2026-02-11 --json")
        _ = try receipt(retried, isDuplicate: true, balance: 0)
        #expect(try await gems("2026-02-09")?["balance"] == 5)
        #expect(try await gems("2026-02-10")?["balance"] == 0)
        let backwards = await story.runAboutAlice(
            "credit --currency gems --amount 5 --id c2 --effective 2026-02-01 --expires 2026-01-01")
        #expect(backwards.status == .wrongUsage)
    }

    @Test("A grant holds until its end, or until it is ended")
    func grants() async throws {
        let story = try await StoryLedger()
        let grant = "grant --entitlement beta --id g1 --effective 2026-02-01 --until 2026-05-01"
        _ = try receipt(await story.runAboutAlice(grant + " --json"), isDuplicate: false)
        _ = try receipt(await story.runAboutAlice(grant + " --json"), isDuplicate: true)
        func isActive(_ day: String) async throws -> Bool {
            let answer = try story.json(
                await story.runAboutAlice("entitlements --as-of \(day) --json"))
            return answer["entitlements"]?.elements.contains { $0["entitlement"] == "beta" }
                ?? false
        }
        #expect(try await isActive("2026-02-01T00:00:00Z"))
        #expect(try await isActive("2026-04-30"))
        #expect(try await !isActive("2026-01-31"))
        #expect(try await !isActive("2026-05-01T00:00:00Z"))
        let ended = await story.run("end-grant --id g1 --effective 2026-03-01 --json")
        _ = try receipt(ended, isDuplicate: false)
        #expect(try await isActive("2026-02-28"))
        #expect(try await !isActive("2026-03-02"))
        #expect(await story.run("end-grant --id unknown").status == .answerIsNo)
    }

    @Test("An attempt is noted and grants nothing")
    func attempts() async throws {
        let story = try await StoryLedger()
        let attempt = "attempt --product lifetime --outcome pending --id a1 --json"
        _ = try receipt(await story.runAboutAlice(attempt), isDuplicate: false)
        let history = try story.json(await story.runAboutAlice("history --json"))
        let event = try #require(history["events"]?.elements.last)
        #expect(event["kind"] == "attempt" && event["outcome"] == "pending")
        let wrong = "attempt --product lifetime --outcome bought --id a2"
        #expect(await story.runAboutAlice(wrong).status == .wrongUsage)
    }

    @Test("An assigned line belongs to the account from then on; an unknown one is refused")
    func assigns() async throws {
        let story = try await StoryLedger()
        let line = "assign --original-transaction-id \(StoryLedger.lifetime) --json"
        _ = try receipt(
            await story.runAboutAlice(line + " --effective 2026-04-01"), isDuplicate: false)
        let owned = try story.json(
            await story.runAboutAlice("entitlements --as-of 2026-04-01T00:00:00Z --json"))
        #expect(owned["entitlements"]?.elements.map { $0["entitlement"] } == ["lifetime"])
        let unknown = await story.runAboutAlice("assign --original-transaction-id 77")
        #expect(unknown.status == .answerIsNo && unknown.output == "")
        #expect(await story.run("assign --original-transaction-id 77").status == .wrongUsage)
    }

    @Test("Many purchases are finished at once, also behind one that is unknown")
    func finishes() async throws {
        let story = try await StoryLedger()
        let (first, last) = (StoryLedger.coins, StoryLedger.lifetime)
        let outcome = await story.run("finish \(first) 77 \(last) --json")
        #expect(outcome.status == .answerIsNo && outcome.errors == "")
        let lines = try outcome.output.split(separator: "\n").map { try TestJSON(json: $0.utf8) }
        #expect(lines.map { $0["transactionId"] } == [.string(first), "77", .string(last)])
        #expect(lines.map { $0["duplicate"] } == [false, nil, false])
        #expect(lines.map { $0["reason"] } == [nil, "unknownTransaction", nil])
        #expect(lines.map { $0["sequence"] == nil } == [false, true, false])
        let again = await story.run("finish \(first) \(last)")
        #expect(again.status == .done && again.errors == "")
        #expect(again.output.hasPrefix("\(first): done before, as event "))
        let unknown = await story.run("finish 77")
        #expect(unknown.status == .answerIsNo && unknown.output == "")
        #expect(unknown.errors.hasPrefix("ledgerctl: 77: no transaction"))
    }

    @Test(
        "What no ledger could do is wrong usage",
        arguments: [
            "spend --currency coins --amount 0 --id k", "spend --currency coins --amount 1",
            "spend --currency coins --amount 9999999999999999999 --id k",
            "spend --amount 1 --id k", "credit --currency coins --amount -1 --id k",
            "credit --currency coins --amount 1 --id k --expires never",
            "grant --id k", "grant --entitlement pro", "attempt --product p --id k",
            "spend --currency coins --amount 1 --id k --effective tomorrow",
        ])
    func wrongUsage(line: String) async throws {
        let ledger = try TestLedger()
        let words = line.split(separator: " ").map(String.init)
        let outcome = await ledger.run(words: words + StoryLedger.aliceWords)
        #expect(outcome.status == .wrongUsage && outcome.output == "" && outcome.errors != "")
    }

    @Test("A customer without one owner, and an instant to come, are refused")
    func refused() async throws {
        let story = try await StoryLedger()
        let spend = "spend --currency coins --amount 1 --id k"
        let ownerless = await story.run("\(spend) --transaction-id \(StoryLedger.lifetime)")
        #expect(ownerless.status == .answerIsNo && ownerless.errors.contains("owner"))
        let future = await story.runAboutAlice("\(spend) --effective 9999-01-01")
        #expect(future.status == .answerIsNo && future.errors.contains("not come yet"))
        let long = String(repeating: "k", count: 256)
        let key = await story.runAboutAlice(
            "spend --currency coins --amount 1 --id \(long)")
        #expect(key.status == .wrongUsage)
        let sandbox = await story.runAboutAlice("\(spend) --environment Sandbox")
        #expect(sandbox.status == .answerIsNo, "balances of two environments are two")
        let nowhere = try TestLedger()
        for words in [
            ["finish", "1"], ["reverse-spend", "--id", "k"], ["end-grant", "--id", "k"],
        ] {
            #expect(await nowhere.run(words: words).status == .noSuchFile)
        }
    }
}
