import LedgerTesting
import Testing

@testable import ledgerctl

/// The commands that list what is known.
@Suite struct ListCommandTests {
    /// The rows of a table behind the line that says what was asked.
    private func table(_ outcome: ProgramOutcome) throws -> [Substring] {
        try #require(outcome.status == .done, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first?.hasPrefix("Production as of ") == true)
        #expect(lines.first?.contains(", rules ") == true)
        return Array(lines.dropFirst().dropLast())
    }

    @Test("A balance has its lots, and what was refunded is taken back")
    func balance() async throws {
        let story = try await StoryLedger()
        let json = try story.json(await story.runAboutAlice("balance --as-of 2026-03-31 --json"))
        #expect(json.keys == TestJSON.headKeys.union(["balances"]))
        let balance = try #require(json["balances"]?.elements.first)
        #expect(balance.keys == ["currency", "balance", "spendable", "lots"])
        #expect(balance["balance"] == 100 && balance["spendable"] == 100)
        let lots = balance["lots"]?.elements ?? []
        #expect(
            lots.map { $0["transactionId"] }
                == [.string(StoryLedger.coins), .string(StoryLedger.refundedCoins)])
        #expect(lots.map { $0["clawedBack"] } == [0, 100])
        #expect(lots.map { $0["remaining"] } == [100, 0])
        let before = try story.json(await story.runAboutAlice("balance --as-of 2026-03-21 --json"))
        #expect(before["balances"]?.elements.map { $0["balance"] } == [200])
        #expect(
            try table(await story.runAboutAlice("balance --currency coins --as-of 2026-03-31"))
                == [
                    "Currency  Balance  Spendable  Lot              Granted  Remaining  "
                        + "Clawed back  Expired  Expires",
                    "coins         100        100  410000000005001      100        100            "
                        + "0        0  never",
                    "                              410000000005002      100          0          "
                        + "100        0  never",
                ])
        #expect(
            try table(await story.runAboutAlice("balance --currency gems")) == ["no balance"])
    }

    @Test("The history of a customer is every event about him, in order, cut by what was known")
    func history() async throws {
        let story = try await StoryLedger()
        let json = try story.json(await story.runAboutAlice("history --json"))
        #expect(json.keys == TestJSON.headKeys.union(["events"]))
        let events = json["events"]?.elements ?? []
        let sequences = events.compactMap { $0["sequence"]?.integerValue }
        #expect(sequences == sequences.sorted() && sequences.count == events.count)
        let kinds = Set(events.compactMap { $0["kind"]?.stringValue })
        #expect(
            kinds == ["transaction", "renewal", "renewalInfo", "revocation", "notification"])
        let renewal = try #require(events.first { $0["kind"] == "renewal" })
        #expect(
            renewal.keys.isSuperset(of: [
                "sequence", "kind", "recordedAt", "effectiveAt", "signedDate", "transactionId",
                "originalTransactionId", "productId", "purchaseDate", "expiresDate",
            ]))
        let labels = events.compactMap { $0["notificationType"]?.stringValue }
        #expect(Set(labels) == ["SUBSCRIBED", "DID_RENEW", "ONE_TIME_CHARGE", "REFUND"])
        let rows = try table(await story.runAboutAlice("history"))
        #expect(rows.count == events.count + 1)
        #expect(rows.contains { $0.contains("SUBSCRIBED INITIAL_BUY") })
        for action in [
            "credit --currency coins --amount 7 --id k1", "grant --entitlement vip --id k2",
        ] {
            #expect(await story.runAboutAlice(action).status == .done)
        }
        let after = try table(await story.runAboutAlice("history"))
        #expect(after.contains { $0.hasSuffix("  7 coins, id k1") })
        #expect(after.contains { $0.hasSuffix("  vip, id k2") })
        let assigned = "--original-transaction-id \(StoryLedger.lifetime)"
        #expect(await story.runAboutAlice("assign \(assigned)").status == .done)
        for action in [
            "attempt --product lifetime --outcome pending --id k3",
            "grant --entitlement vip --id k4 --effective 2026-05-01 --until 2026-06-01",
        ] {
            #expect(await story.runAboutAlice(action).status == .done)
        }
        let all = try table(await story.runAboutAlice("history"))
        #expect(
            all.contains {
                $0.hasSuffix("  line \(StoryLedger.lifetime) to \(StoryLedger.alice)")
            })
        #expect(all.contains { $0.hasSuffix("  pending, id k3") })
        #expect(all.contains { $0.hasSuffix("  vip, until 2026-06-01T00:00:00.000Z, id k4") })
        let last = try #require(sequences.dropLast().last)
        let cut = try story.json(
            await story.runAboutAlice("history --json --known-sequence \(last)"))
        #expect(cut["sequence"] == .integer(last))
        #expect(cut["events"]?.elements == events.dropLast())
    }

    @Test("An explanation names what grants, or granted, and its events")
    func explain() async throws {
        let story = try await StoryLedger()
        let question = "explain --entitlement pro --as-of"
        let now = try story.json(await story.runAboutAlice("\(question) 2026-02-10 --json"))
        #expect(now.keys == TestJSON.headKeys.union(["explain"]))
        let active = try #require(now["explain"])
        #expect(active.keys == ["entitlement", "active", "reasons"])
        #expect(active["entitlement"] == "pro" && active["active"] == true)
        let reason = try #require(active["reasons"]?.elements.first)
        #expect(reason.keys == ["text", "events"])
        #expect(reason["text"]?.stringValue?.contains("2026-03-05T09:00:00.000Z") == true)
        #expect(reason["events"]?.elements.isEmpty == false)
        let later = try story.json(await story.runAboutAlice("\(question) 2026-03-31 --json"))
        #expect(later["explain"]?["active"] == false)
        let rows = try table(await story.runAboutAlice("\(question) 2026-03-31"))
        #expect(rows.first?.hasPrefix("Entitlement  Active  Reason") == true)
        #expect(rows.dropFirst().first?.hasPrefix("pro          no      pro.monthly (") == true)
    }

    @Test("Where nothing speaks for an entitlement the explanation says which name may be wrong")
    func explainNothing() async throws {
        let story = try await StoryLedger()
        func reasons(_ entitlement: String, about customer: String) async throws -> [String] {
            let json = try story.json(
                await story.ledger.run(
                    "explain", "--entitlement", entitlement, "--app-account-token", customer,
                    "--as-of", "2025-12-01", "--json"))
            #expect(json["explain"]?["active"] == false)
            return json["explain"]?["reasons"]?.elements.compactMap { $0["text"]?.stringValue }
                ?? []
        }
        let noProduct = "no product of the catalog grants it: check its name"
        let stranger = "a0000000-0000-4000-8000-00000000000f"
        #expect(try await reasons("other", about: StoryLedger.alice) == [noProduct])
        let unknown = try await reasons("pro", about: stranger)
        #expect(unknown.count == 1 && unknown[0].hasPrefix("nothing is known of this customer"))
        let both = try await reasons("Pro", about: stranger)
        #expect(both.count == 2 && both.contains(noProduct))
    }

    @Test("What was not delivered is listed until it is finished")
    func unfinished() async throws {
        let story = try await StoryLedger()
        func identifiers(_ outcome: ProgramOutcome) throws -> Set<String> {
            let json = try story.json(outcome)
            #expect(json.keys == TestJSON.headKeys.union(["unfinished"]))
            let purchases = json["unfinished"]?.elements ?? []
            for purchase in purchases {
                #expect(
                    purchase.keys == [
                        "transactionId", "originalTransactionId", "productId", "purchaseDate",
                    ])
            }
            return Set(purchases.compactMap { $0["transactionId"]?.stringValue })
        }
        let hers: Set = [StoryLedger.subscription, StoryLedger.renewal, StoryLedger.coins]
        #expect(try identifiers(await story.runAboutAlice("unfinished --json")) == hers)
        #expect(
            try identifiers(await story.run("unfinished --json"))
                == hers.union([StoryLedger.lifetime]))
        #expect(await story.run("finish \(StoryLedger.coins)").status == .done)
        #expect(
            try identifiers(await story.runAboutAlice("unfinished --json"))
                == hers.subtracting([StoryLedger.coins]))
        let rows = try table(
            await story.run("unfinished --transaction-id \(StoryLedger.lifetime)"))
        #expect(
            rows == [
                "Transaction      Product   Purchased                 Line",
                "410000000006001  lifetime  2026-01-20T00:00:00.000Z  410000000006001",
            ])
    }

    @Test("A line that nobody owns is listed until it is assigned")
    func unattributed() async throws {
        let story = try await StoryLedger()
        let json = try story.json(await story.run("unattributed --json"))
        #expect(json.keys == TestJSON.headKeys.union(["unattributed"]))
        #expect(
            json["unattributed"] == [
                [
                    "originalTransactionId": .string(StoryLedger.lifetime),
                    "productId": "lifetime", "purchaseDate": "2026-01-20T00:00:00.000Z",
                ]
            ])
        #expect(
            try table(await story.run("unattributed")) == [
                "Line             Product   Purchased",
                "410000000006001  lifetime  2026-01-20T00:00:00.000Z",
            ])
        let assigned = await story.runAboutAlice(
            "assign --original-transaction-id \(StoryLedger.lifetime)")
        #expect(assigned.status == .done)
        #expect(try table(await story.run("unattributed")) == ["every line has an owner"])
        let before = try story.json(await story.run("unattributed --as-of 2026-02-01 --json"))
        #expect(before["unattributed"]?.elements.count == 1)
    }

    @Test("A notification of an unknown kind is odd")
    func anomalies() async throws {
        let story = try await StoryLedger()
        let json = try story.json(await story.run("anomalies --json"))
        #expect(json.keys == TestJSON.headKeys.union(["anomalies"]))
        let anomaly = try #require(json["anomalies"]?.elements.first)
        #expect(anomaly.keys == ["sequence", "kind", "detail"])
        #expect(anomaly["kind"] == "unknownNotificationType")
        #expect(anomaly["detail"]?.stringValue?.contains("BRAND_NEW") == true)
        let rows = try table(await story.run("anomalies"))
        #expect(rows.first == "Event  Kind                     Detail")
        #expect(rows.count == 2)
        #expect(try table(await story.runAboutAlice("anomalies")) == ["nothing is odd"])
    }

    @Test("Refunds are chosen by revocation date, a date alone being its beginning or its end")
    func refunds() async throws {
        let story = try await StoryLedger()
        let json = try story.json(await story.run("refunds --json"))
        #expect(json.keys == TestJSON.headKeys.union(["refunds"]))
        var refund = try #require(json["refunds"]?.elements.first)
        #expect(refund["sequence"]?.integerValue != nil)
        refund["sequence"] = nil
        #expect(
            refund == [
                "transactionId": .string(StoryLedger.refundedCoins),
                "originalTransactionId": .string(StoryLedger.refundedCoins),
                "revocationDate": "2026-03-22T11:00:00.000Z", "revocationPercentage": 100_000,
                "productId": "coins.100", "price": "0.99", "currency": "USD", "reversed": false,
            ])
        for (range, count) in [
            ("--from 2026-03-22 --to 2026-03-22", 1), ("--to 2026-03-21", 0),
            ("--from 2026-03-23", 0), ("--from 2026-03-22T11:00:00.001Z", 0),
            ("--to 2026-03-22T12:00:00+01:00", 1),
        ] {
            let chosen = try story.json(await story.run("refunds \(range) --json"))
            #expect(chosen["refunds"]?.elements.count == count, "\(range)")
        }
        let rows = try table(await story.run("refunds"))
        let titles = rows.first?.split(separator: " ")
        #expect(
            titles == [
                "Revoked", "Transaction", "Product", "Share", "Price", "Currency", "Reversed",
                "Event",
            ])
        #expect(
            rows.last?.hasPrefix(
                "2026-03-22T11:00:00.000Z  410000000005002  coins.100  100.00%   0.99  USD") == true
        )
        #expect(try table(await story.run("refunds --to 2026-01-01")) == ["no refund"])
    }

    @Test("Of a customer of whom nothing is known the lists are empty, and that is no failure")
    func nobody() async throws {
        let ledger = try TestLedger()
        _ = await ledger.make()
        for (command, key) in [
            ("balance", "balances"), ("history", "events"), ("unfinished", "unfinished"),
            ("anomalies", "anomalies"), ("entitlements", "entitlements"), ("status", "groups"),
        ] {
            for customer in [
                "--app-account-token", "--app-transaction-id", "--original-transaction-id",
                "--transaction-id",
            ] {
                let name = customer == "--app-account-token" ? StoryLedger.alice : "77"
                let outcome = await ledger.run(command, customer, name, "--json")
                #expect(outcome.status == .done && outcome.errors == "", "\(command)")
                #expect(try TestJSON(json: outcome.output.utf8)[key] == [], "\(command)")
            }
        }
    }

    @Test(
        "Wrong questions are wrong usage, and a ledger that is not there is missing",
        arguments: [
            "balance", "history", "explain --entitlement pro", "unfinished", "anomalies",
            "unattributed", "refunds", "replay --as-of 2026-01-01", "policy list",
            "catalog list", "export events", "stats", "verify",
        ])
    func refusals(line: String) async throws {
        let ledger = try TestLedger()
        let words = line.split(separator: " ").map(String.init)
        let needsCustomer = ["balance", "history", "explain"].contains(words[0])
        let customer = needsCustomer ? StoryLedger.aliceWords : []
        let missing = await ledger.run(words: words + customer)
        #expect(missing.status == .noSuchFile && missing.output == "" && missing.errors != "")
        for wrong in [["--nonsense"], ["one", "two"]] {
            #expect(await ledger.run(words: words + customer + wrong).status == .wrongUsage)
        }
        guard !["stats", "verify"].contains(words[0]) else { return }
        for wrong in [
            ["--as-of", "soon"], ["--as-at", "2026-02-30"],
            ["--known-at", "2026-01-01", "--known-sequence", "4"],
            ["--as-at", "2026-01-01", "--as-of", "2026-01-01"], ["--known-sequence", "x"],
        ] {
            let outcome = await ledger.run(words: words + customer + wrong)
            #expect(outcome.status == .wrongUsage && outcome.output == "", "\(wrong)")
        }
        if needsCustomer {
            #expect(await ledger.run(words: words).status == .wrongUsage)
            let two = customer + ["--transaction-id", "1"]
            #expect(await ledger.run(words: words + two).status == .wrongUsage)
        }
    }
}
