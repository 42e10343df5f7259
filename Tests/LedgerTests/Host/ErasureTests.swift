import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("A person is erased")
struct ErasureTests {
    private static let selectors: [CustomerSelector] = [
        .originalTransactionID(ErasureBench.alicesLine),
        .transactionID(ErasureBench.alicesCoins),
        .appTransactionID(ErasureBench.aliceAppTransactionID),
    ]

    private static func counts(_ erasure: Erasure) -> [Int] {
        [
            Int(erasure.events), erasure.identities, erasure.lines, erasure.evidence,
            erasure.quarantined,
        ]
    }

    @Test(
        "Named by token, line, transaction or Apple Account, the same goes: identifiers, evidence")
    func selectors() async throws {
        for selector in [try ErasureBench.account(ErasureBench.alice)] + Self.selectors {
            let bench = try await ErasureBench()
            let before = try bench.ledger.statistics()
            let erasure = try await bench.erase(selector)
            // The token and the Apple Account; two lines. Two of the subscription, the coins and
            // the AppTransaction are her inputs; two forgeries and a note name her.
            #expect(Self.counts(erasure) == [4, 2, 2, 4, 3], "\(selector)")
            #expect(erasure.firstSequence == before.events + 1)
            #expect(!erasure.isEmpty && erasure.otherEnvironments.isEmpty)
            let after = try bench.ledger.statistics()
            #expect(after.events == before.events + 4)
            #expect(after.identities == before.identities - 2)
            #expect(after.evidence == before.evidence - 4)
            #expect(after.quarantined == before.quarantined - 3)
            let report = try bench.verify(signatures: true)
            #expect(report.isIntact && report.hasCountedRows, "\(report.damage)")
            #expect(report.erasedEvidence == 4)
            await bench.ledger.close()
        }
    }

    @Test("By her token nothing is found any more, by her lines everything but her name")
    func answers() async throws {
        let bench = try await ErasureBench()
        let alice = try ErasureBench.account(ErasureBench.alice)
        let line = CustomerSelector.originalTransactionID(ErasureBench.alicesLine)
        let before = try bench.ledger.subscriptionStatuses(of: line).value
        let beforeCut = Cut(
            asOf: bench.whole.clock.now, knowledge: .recordedAt(bench.whole.clock.now))
        let entitled = try bench.ledger.entitlements(of: line, at: beforeCut).value.map(\.name)
        #expect(entitled == ["gift", "plus", "pro"])
        bench.whole.clock.advance(milliseconds: 1_000)
        _ = try await bench.erase(alice)
        #expect(try bench.ledger.entitlements(of: alice).value.isEmpty)
        #expect(try bench.ledger.history(of: alice).value.isEmpty)
        #expect(try bench.ledger.balances(of: alice).value.isEmpty)
        #expect(try bench.ledger.entitlements(of: alice, at: beforeCut).value.isEmpty)
        #expect(
            try bench.ledger.history(of: .appTransactionID(ErasureBench.aliceAppTransactionID))
                .value.isEmpty)
        #expect(try bench.ledger.subscriptionStatuses(of: line).value == before)
        #expect(try bench.ledger.entitlements(of: line).value.map(\.name) == ["plus", "pro"])
        // As of an instant before, the line still has its owner, who has no name.
        #expect(
            try bench.ledger.entitlements(of: line, at: beforeCut).value.map(\.name) == entitled)
        let asOfBefore = Cut(asOf: beforeCut.asOf)
        #expect(
            try bench.ledger.entitlements(of: line, at: asOfBefore).value.map(\.name) == entitled)
        let events = try bench.ledger.history(of: line).value
        #expect(events.contains { $0.kind == .erasure })
        #expect(events.allSatisfy { $0["appAccountToken"] == nil && $0["appTransactionId"] == nil })
        let unowned = try bench.ledger.unattributed().value.compactMap(\.originalTransactionID)
        #expect(Set(unowned) == [ErasureBench.alicesLine, ErasureBench.alicesCoins])
        await bench.ledger.close()
    }

    @Test("Totals, purchases and refunds stay, and name the erased customer by an empty column")
    func totals() async throws {
        let bench = try await ErasureBench()
        let now = bench.whole.clock.now
        let cuts = [Cut(asOf: now), Cut(asOf: now, knowledge: .recordedAt(now))]
        func nameless(_ kind: ExportKind, at cut: Cut) throws -> Set<String> {
            Set(
                try bench.whole.export(kind, at: cut).split(separator: "\n").map { row in
                    var json = try TestJSON(json: Array(row.utf8))
                    let isBobs = json["appAccountToken"] == .string(ErasureBench.bob)
                    for name in ["appAccountToken", "appTransactionId"] where !isBobs {
                        json[name] = nil
                    }
                    return String(decoding: json.json, as: UTF8.self)
                })
        }
        let kinds: [ExportKind] = [.transactions, .statuses, .entitlements, .balances, .movements]
        let before = try kinds.map { kind in try cuts.map { try nameless(kind, at: $0) } }
        let summaries = try cuts.map { try bench.ledger.replay(at: $0).value }
        bench.whole.clock.advance(milliseconds: 1)
        _ = try await bench.erase(ErasureBench.account(ErasureBench.alice))
        let after = try kinds.map { kind in try cuts.map { try nameless(kind, at: $0) } }
        #expect(after == before)
        #expect(try cuts.map { try bench.ledger.replay(at: $0).value } == summaries)
        for kind in kinds {
            let rows = try bench.whole.export(kind, at: Cut(asOf: bench.whole.clock.now))
            #expect(!rows.contains(ErasureBench.alice) && rows.contains(ErasureBench.bob))
            #expect(!rows.contains(ErasureBench.aliceAppTransactionID))
        }
        let events = try bench.whole.export(.events, at: Cut(asOf: bench.whole.clock.now))
        #expect(!events.contains(ErasureBench.alice))
        // After the erasure the lines are nobody's; what is owed and what was spent stays hers.
        let later = try bench.ledger.replay().value
        #expect(later.balances == summaries[0].balances)
        #expect(later.statuses == summaries[0].statuses)
        await bench.ledger.close()
    }

    @Test("Erasing again, or somebody unknown, is nothing to erase and appends nothing")
    func again() async throws {
        let bench = try await ErasureBench()
        let alice = try ErasureBench.account(ErasureBench.alice)
        _ = try await bench.erase(alice)
        let events = try bench.ledger.statistics().events
        let strangers: [CustomerSelector] = [
            alice, try ErasureBench.account("11111111-2222-4333-8444-555555555555"),
            .originalTransactionID("1"), .transactionID("x"), .appTransactionID("7"),
        ]
        for selector in strangers + Self.selectors {
            let erasure = try await bench.erase(selector)
            #expect(erasure == Erasure() && erasure.isEmpty, "\(selector)")
        }
        #expect(try bench.ledger.statistics().events == events)
        await #expect(throws: HostActionError.invalidAccount) {
            try await bench.erase(ErasureBench.account("00000000-0000-0000-0000-000000000000"))
        }
        await bench.ledger.close()
    }

    @Test("Bytes that were erased come again as duplicates, and restore nothing")
    func sameBytesAgain() async throws {
        let bench = try await ErasureBench()
        _ = try await bench.erase(ErasureBench.account(ErasureBench.alice))
        let before = try bench.ledger.statistics()
        for delivery in bench.deliveries {
            let report = try await bench.whole.ingest(delivery)
            #expect(report.appended == 0)
        }
        let after = try bench.ledger.statistics()
        #expect(after.events == before.events && after.identities == before.identities)
        #expect(after.evidence == before.evidence)
        // What is refused is kept again: that it was here is forgotten.
        #expect(after.quarantined == before.quarantined + 3)
        #expect(try bench.verify(signatures: true).isIntact)
        await bench.ledger.close()
    }

    @Test("What is signed with the same token afterwards belongs to a customer with a new number")
    func comesBack() async throws {
        var bench = try await ErasureBench()
        let alice = try ErasureBench.account(ErasureBench.alice)
        let line = CustomerSelector.originalTransactionID(ErasureBench.alicesLine)
        bench.whole.clock.set(Instant(millisecondsSince1970: 1_770_000_000_000))
        let erased = bench.whole.clock.now
        _ = try await bench.erase(alice)
        try await bench.renew()
        bench.whole.clock.set(Instant(millisecondsSince1970: 1_773_000_000_000))
        #expect(try bench.ledger.entitlements(of: alice).value.map(\.name) == ["plus", "pro"])
        let owned = try bench.ledger.replay(of: alice).value
        #expect(
            owned.groups.flatMap(\.lines).map(\.originalTransactionID) == [ErasureBench.alicesLine])
        #expect(owned.balances.map(\.balance) == [333])
        // The coins from before stay with the customer who was erased.
        let total = try bench.ledger.replay().value.balances["coins"]
        #expect(total == Int64(3 * 333 * 2 + 100 - 5))
        let before = Cut(asOf: erased.advanced(byMilliseconds: -1))
        #expect(try bench.ledger.entitlements(of: alice, at: before).value.isEmpty)
        #expect(try !bench.ledger.entitlements(of: line, at: before).value.isEmpty)
        #expect(try bench.verify(signatures: true).isIntact)
        let again = try await bench.erase(alice)
        #expect(again.lines == 1 && again.evidence == 1 && again.identities == 2)
        #expect(try bench.ledger.entitlements(of: alice).value.isEmpty)
        #expect(try bench.verify(signatures: true).isIntact)
        await bench.ledger.close()
    }

    @Test("An idempotency key stays used, and an erased account can do nothing more")
    func hostActions() async throws {
        let bench = try await ErasureBench()
        let alice = try ErasureBench.account(ErasureBench.alice)
        let line = CustomerSelector.originalTransactionID(ErasureBench.alicesLine)
        let before = bench.whole.clock.now
        bench.whole.clock.advance(milliseconds: 1_000)
        _ = try await bench.erase(alice)
        let key = try IdempotencyKey("a1")
        await #expect(
            throws: HostActionError.keyConflict(sequence: try Self.sequence(of: key, bench))
        ) {
            try await bench.ledger.spend(5, of: "coins", from: alice, key: key)
        }
        let other = try IdempotencyKey("a3")
        for effective in [nil, before] {
            await #expect(throws: HostActionError.noSingleOwner) {
                try await bench.ledger.credit(
                    5, of: "coins", to: line, key: other, effective: effective)
            }
        }
        _ = try await bench.ledger.reverseSpend(key: key)
        #expect(try bench.verify(signatures: true).isIntact)
        await bench.ledger.close()
    }

    private static func sequence(of key: IdempotencyKey, _ bench: ErasureBench) throws -> UInt64 {
        let held = try bench.ledger.environment.read {
            try bench.ledger.reader.sequence(ofKey: key.bytes, environment: .production, in: $0)
        }
        return try #require(held)
    }

    @Test("A line that was given to another stays the other's, without what names the erased one")
    func movedLine() async throws {
        var bench = try await ErasureBench()
        let bob = try #require(UUID(uuidString: ErasureBench.bob))
        _ = try await bench.ledger.assign(
            originalTransactionID: ErasureBench.alicesLine, to: bob)
        bench.whole.clock.advance(milliseconds: 1_000)
        let before = try bench.ledger.entitlements(of: .appAccountToken(bob)).value
        let erasure = try await bench.erase(ErasureBench.account(ErasureBench.alice))
        // Her Apple Account is that of a line of Bob's now, and stays.
        #expect(Self.counts(erasure) == [3, 1, 1, 3, 3])
        #expect(try bench.ledger.entitlements(of: .appAccountToken(bob)).value == before)
        #expect(try bench.verify(signatures: true).isIntact)
        #expect(
            try !bench.ledger.history(of: .appTransactionID(ErasureBench.aliceAppTransactionID))
                .value.isEmpty)
        try await bench.renew()
        #expect(
            try bench.ledger.entitlements(of: .appAccountToken(bob)).value.map(\.name)
                == ["plus", "pro"])
        #expect(try bench.verify(signatures: true).isIntact)
        await bench.ledger.close()
    }

    @Test("A line that nobody owns is erased by itself, and its Apple Account with it")
    func unowned() async throws {
        let bench = try await ErasureBench()
        let customer = try TestCustomer(appTransactionID: "704318642975310777")
        let purchase = try TestPurchase(
            store: bench.store, customer: customer, product: .oneTime("lifetime", .nonConsumable),
            transactionID: "2000000455555555", at: "2026-01-06")
        let body = try bench.store.notificationBody(purchase.charge())
        try await bench.whole.ingest(body)
        let line = CustomerSelector.originalTransactionID("2000000455555555")
        #expect(Self.counts(try await bench.erase(line)) == [2, 1, 1, 1, 0])
        #expect(try await bench.erase(line).isEmpty)
        #expect(try bench.ledger.entitlements(of: line).value.map(\.name) == ["pro"])
        try await bench.whole.ingest(body)
        #expect(try bench.verify(signatures: true).isIntact)
        await bench.ledger.close()
    }

    @Test("An Apple Account of two host accounts is no single person, and survives one of them")
    func sharedAppleAccount() async throws {
        let bench = try await ErasureBench()
        let customer = try TestCustomer(
            appAccountToken: ErasureBench.bob,
            appTransactionID: ErasureBench.aliceAppTransactionID)
        let purchase = try TestPurchase(
            store: bench.store, customer: customer, product: .oneTime("lifetime", .nonConsumable),
            transactionID: "2000000455555555", at: "2026-01-06")
        try await bench.whole.ingest(bench.store.notificationBody(purchase.charge()))
        let shared = CustomerSelector.appTransactionID(ErasureBench.aliceAppTransactionID)
        await #expect(throws: HostActionError.noSingleOwner) { try await bench.erase(shared) }
        let erasure = try await bench.erase(ErasureBench.account(ErasureBench.alice))
        #expect(Self.counts(erasure) == [3, 1, 2, 3, 3])
        #expect(try !bench.ledger.entitlements(of: shared).value.isEmpty)
        let last = try await bench.erase(ErasureBench.account(ErasureBench.bob))
        #expect(last.identities == 3 && last.lines == 2)
        #expect(try bench.ledger.statistics().identities == 0)
        #expect(try bench.ledger.statistics().evidence == 0)
        #expect(try bench.verify(signatures: true).isIntact)
        await bench.ledger.close()
    }

    @Test("Each environment is erased by itself; the answer names the others that know the person")
    func environments() async throws {
        let bench = try await ErasureBench()
        let sandbox = try WholeStore.sandbox()
        let customer = try TestCustomer(appAccountToken: ErasureBench.alice)
        let purchase = try TestPurchase(
            store: sandbox, customer: customer, product: .oneTime("lifetime", .nonConsumable),
            transactionID: "2000000455555555", at: "2026-01-06")
        try await bench.whole.ingest(sandbox.notificationBody(purchase.charge()))
        let alice = try ErasureBench.account(ErasureBench.alice)
        #expect(try await bench.erase(alice).otherEnvironments == [.sandbox])
        #expect(
            try bench.ledger.entitlements(of: alice, environment: .sandbox).value.map(\.name)
                == ["pro"])
        let last = try await bench.ledger.erase(alice, environment: .sandbox)
        #expect(last.otherEnvironments.isEmpty && last.evidence == 1)
        #expect(try bench.verify(signatures: true).isIntact)
        await bench.ledger.close()
    }

    @Test("Whoever is known from the quarantine alone is erased there, without an event")
    func quarantineAlone() async throws {
        let bench = try await ErasureBench()
        let stranger = "5707a9e0-0000-4000-8000-000000000001"
        try await bench.whole.ingest(Array("{\"user\":\"\(stranger)\"".utf8))
        let events = try bench.ledger.statistics().events
        let erasure = try await bench.erase(ErasureBench.account(stranger))
        #expect(Self.counts(erasure) == [0, 0, 0, 0, 1] && !erasure.isEmpty)
        #expect(try bench.ledger.statistics().events == events)
        #expect(try bench.verify().isIntact)
        await bench.ledger.close()
    }

    @Test("More than one transaction may hold is refused, and nothing is changed")
    func tooLarge() async throws {
        let bench = try await ErasureBench()
        let alice = try ErasureBench.account(ErasureBench.alice)
        let before = try bench.ledger.statistics().events
        for (limit, isEnough) in [(1, false), (3, false), (4, true)] {
            let ledger = bench.ledger
            let erase = {
                try await ledger.perform(.production, effective: nil) {
                    context, batch, transaction in
                    try batch.erase(alice, context: context, rowsMax: limit, in: transaction)
                }
            }
            if isEnough {
                #expect(try await erase().evidence == 4)
            } else {
                await #expect(throws: HostActionError.erasureTooLarge) { try await erase() }
                #expect(try ledger.statistics().events == before)
            }
        }
        #expect(try bench.verify().isIntact)
        await bench.ledger.close()
    }

    @Test("An Apple Account that is known from an AppTransaction alone is erased by its own name")
    func appTransactionAlone() async throws {
        let bench = try await ErasureBench()
        let id = "704318642975310777"
        let appTransaction = bench.store.appTransaction(
            id: id, originalPurchaseDate: 1_767_225_600_000, signedDate: 1_767_600_000_001)
        let bytes = Array(try bench.store.sign(appTransaction).utf8)
        try await bench.whole.ingest(bytes)
        let customer = CustomerSelector.appTransactionID(id)
        #expect(Self.counts(try await bench.erase(customer)) == [1, 1, 0, 1, 0])
        #expect(try bench.ledger.history(of: customer).value.isEmpty)
        #expect(try await bench.whole.ingest(bytes).duplicates == 1)
        #expect(try await bench.erase(customer).isEmpty)
        #expect(try bench.verify(signatures: true).isIntact)
        await bench.ledger.close()
    }
}
