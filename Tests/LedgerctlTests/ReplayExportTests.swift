import LedgerTesting
import Testing

@testable import ledgerctl

/// Replays and exports.
@Suite struct ReplayExportTests {
    static let kinds = [
        "events", "transactions", "entitlements", "statuses", "balances", "movements",
    ]

    /// A story with a balance whose name a spreadsheet would run.
    private func trickyStory() async throws -> StoryLedger {
        let story = try await StoryLedger()
        let credit = await story.ledger.run(
            words: ["credit", "--currency", "=1+1,\"x\"\r\n", "--amount", "3", "--id", "-k"]
                + StoryLedger.aliceWords)
        try #require(credit.status == .done, "\(credit.errors)")
        return story
    }

    @Test("CSV says the same as JSON Lines, read by another reader", arguments: kinds)
    func exports(kind: String) async throws {
        let story = try await trickyStory()
        // In February the subscription is active.
        let instant = kind == "events" ? "" : " --as-of 2026-02-10T00:00:00Z"
        let question = "export \(kind)\(instant)"
        let csv = await story.run(question)
        #expect(csv.status == .done && csv.errors == "")
        #expect(await story.run("\(question) --format csv") == csv)
        var rows = try CSVReader.rows(of: csv.output)
        let columns = rows.removeFirst()
        let lines = await story.run("\(question) --format jsonl").output.split(separator: "\n")
        #expect(lines.count == rows.count && !rows.isEmpty)
        for (line, row) in zip(lines, rows) {
            let json = try TestJSON(json: line.utf8)
            #expect(row.count == columns.count && json.keys.isSubset(of: columns))
            for (column, field) in zip(columns, row) {
                let text = field.first == "'" ? String(field.dropFirst()) : field
                #expect(text == Self.text(of: json[column]), "\(column)")
            }
        }
    }

    private static func text(of value: TestJSON?) -> String {
        switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        case .bool(let flag): flag ? "true" : "false"
        case .array(let elements): elements.map { text(of: $0) }.joined(separator: " ")
        default: ""
        }
    }

    @Test("Text that a spreadsheet would run is defused")
    func formulas() async throws {
        let story = try await trickyStory()
        let rows = try CSVReader.rows(of: await story.run("export balances").output)
        let column = try #require(rows.first?.firstIndex(of: "currency"))
        #expect(rows.dropFirst().map { $0[column] } == ["'=1+1,\"x\"\r\n", "coins"])
    }

    @Test("Exports are cut by their range: transactions by purchase date")
    func ranges() async throws {
        let story = try await StoryLedger()
        func count(_ line: String) async throws -> Int {
            try CSVReader.rows(of: await story.run(line).output).count - 1
        }
        #expect(try await count("export transactions") == 5)
        #expect(try await count("export transactions --from 2026-01-12 --to 2026-01-13") == 2)
        #expect(try await count("export transactions --to 2026-01-05T08:59:59.999Z") == 0)
        #expect(try await count("export events --from 9999-01-01") == 0)
        #expect(try await count("export movements --from 2026-03-22 --to 2026-03-22") == 1)
        for kind in ["entitlements", "statuses", "balances"] {
            let outcome = await story.run("export \(kind) --from 2026-01-01")
            #expect(outcome.status == .wrongUsage && outcome.output == "")
        }
        for wrong in ["events", "events --known-at 2026-02-10", "events --known-sequence 3"] {
            let refused = await story.run("export \(wrong) --as-of 2026-02-10")
            #expect(refused.status == .wrongUsage && refused.output == "")
            #expect(refused.errors.contains("--known-at"))
        }
        for right in ["events --known-sequence 3", "events --as-at 2030-01-01"] {
            #expect(await story.run("export \(right)").status == .done)
        }
        for wrong in ["export", "export nonsense", "export events --format xml"] {
            #expect(await story.run(wrong).status == .wrongUsage)
        }
    }

    @Test("An export to a file is what goes to standard output, and whole or not there")
    func output() async throws {
        let story = try await StoryLedger()
        let directory = story.ledger.directory
        let expected = await story.run("export transactions")
        let written = await story.run("export transactions --output \(directory.path)/t.csv")
        #expect(written == ProgramOutcome(status: .done, output: "", errors: ""))
        #expect(try directory.text(of: "t.csv") == expected.output)
        let names = try directory.names
        let missing = await story.run("export events --output \(directory.path)/no/t.csv")
        #expect(missing.status == .noSuchFile && missing.output == "")
        #expect(try directory.names == names)
    }

    @Test("A replay of everybody counts; with JSON each customer follows, with CSV entitlements")
    func everybody() async throws {
        let story = try await StoryLedger()
        let question = "replay --as-of 2026-02-10"
        let output = await story.run("\(question) --json").output
        let lines = try output.split(separator: "\n").map { try TestJSON(json: $0.utf8) }
        let summary = try #require(lines.first)
        #expect(
            summary.keys
                == TestJSON.headKeys.union([
                    "customers", "customersKnown", "entitlements", "statuses", "balances",
                ]))
        #expect(summary["customers"] == 2 && summary["customersKnown"] == 2)
        #expect(summary["entitlements"] == ["lifetime": 1, "pro": 1])
        #expect(summary["statuses"] == ["21500001": ["subscribed": 1]])
        #expect(summary["balances"] == ["coins": 200])
        #expect(lines.count == 3)
        #expect(
            lines.dropFirst().allSatisfy {
                $0.keys.isSuperset(of: ["originalTransactionIds", "entitlements", "groups"])
            })
        #expect(lines[1]["appAccountToken"] == .string(StoryLedger.alice))
        let people = await story.run(question)
        #expect(people.status == .done)
        let text = people.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            text.dropFirst() == [
                "customers: 2 of 2 known", "", "Entitlement  Customers", "lifetime             1",
                "pro                  1", "", "Group     State       Subscriptions",
                "21500001  subscribed              1", "", "Currency  Sum", "coins     200", "",
            ])
        let csv = await story.run("\(question) --csv")
        #expect(csv == (await story.run("export entitlements --as-of 2026-02-10")))
    }

    @Test("Before anything was so, a replay has no customers, although they are known")
    func beforeEverything() async throws {
        let story = try await StoryLedger()
        let json = await story.run("replay --as-of 2020-01-01 --json").output
        let lines = try json.split(separator: "\n").map { try TestJSON(json: $0.utf8) }
        #expect(lines.count == 3)
        #expect(lines[0]["customers"] == 0 && lines[0]["customersKnown"] == 2)
        let people = await story.run("replay --as-of 2020-01-01").output
        #expect(people.contains("\ncustomers: 0 of 2 known\n"))
        let unknown = await story.run("replay --as-of 2026-02-10 --known-sequence 0").output
        #expect(unknown.contains("\ncustomers: 0 of 0 known\n"))
    }

    @Test("A replay of one customer is what the live tables answer")
    func customer() async throws {
        let story = try await StoryLedger()
        let asked = "--as-of 2026-02-10"
        let replay = try story.json(await story.runAboutAlice("replay \(asked) --json"))
        #expect(
            replay.keys == TestJSON.headKeys.union(["entitlements", "groups", "balances"]))
        for (command, key) in [
            ("entitlements", "entitlements"), ("status", "groups"), ("balance", "balances"),
        ] {
            let live = try story.json(await story.runAboutAlice("\(command) \(asked) --json"))
            #expect(live[key] == replay[key] && live[key]?.elements.isEmpty == false)
        }
        let people = await story.runAboutAlice("replay \(asked)").output
        for title in ["Entitlement  Expires", "Group     State", "Currency  Balance"] {
            #expect(people.contains("\n\n\(title)"))
        }
        let nobody = await story.run("replay \(asked) --transaction-id 77")
        #expect(
            nobody.output.hasSuffix("\n\nno active entitlement\n\nno subscription\n\nno balance\n"))
        for wrong in ["\(asked) --json --csv", "\(asked) --csv --transaction-id 1", "--json"] {
            let outcome = await story.run("replay \(wrong)")
            #expect(outcome.status == .wrongUsage && outcome.output == "", "\(wrong)")
        }
    }

    @Test("What was asked as at an instant gives the same bytes for ever")
    func sameBytes() async throws {
        let story = try await StoryLedger()
        let statistics = try story.json(await story.run("stats --json"))
        let instant = try #require(statistics["lastRecordedAt"]?.stringValue)
        try await Task.sleep(for: .milliseconds(5))
        // Something recorded later makes the answers at that instant final.
        #expect(await story.runAboutAlice("grant --entitlement y --id f").status == .done)
        let about = StoryLedger.aliceWords.joined(separator: " ")
        var questions = ["entitlements", "status", "balance", "history"].map {
            "\($0) \(about) --json"
        }
        questions += ["explain --entitlement pro \(about) --json", "replay \(about) --json"]
        questions += ["unfinished --json", "unattributed --json", "anomalies --json"]
        questions += ["refunds --json", "replay --json", "replay --csv", "catalog list"]
        questions += Self.kinds.map { "export \($0)" }
        var before: [ProgramOutcome] = []
        for question in questions {
            before.append(await story.run("\(question) --as-at \(instant)"))
        }
        #expect(before.allSatisfy { $0.status == .done })
        let coins = try TestPurchase(
            store: story.ledger.store,
            customer: try TestCustomer(appAccountToken: StoryLedger.alice),
            product: .oneTime("coins.100", .consumable), transactionID: "410000000007001",
            at: "2026-01-02T00:00:00Z")
        try await story.takeIn([try coins.charge()])
        #expect(
            await story.runAboutAlice("grant --entitlement x --id g --effective 2026-01-01").status
                == .done)
        for (question, earlier) in zip(questions, before) {
            #expect(await story.run("\(question) --as-at \(instant)") == earlier, "\(question)")
        }
        let balance = try story.json(await story.runAboutAlice("balance --as-of \(instant) --json"))
        #expect(balance["balances"]?.elements.map { $0["balance"] } == [200])
    }
}
