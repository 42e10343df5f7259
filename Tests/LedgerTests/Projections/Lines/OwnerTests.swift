import Testing

@testable import Ledger

@Suite("Who owns a line")
struct OwnerTests {
    private let carol = IdentityNumber(number: 3)

    @Test("Nobody owns a line that no account claims (F21)")
    func unattributed() {
        let line = TestLog([.alone(tx(1, w: 1, "03-01", "04-01", token: nil))]).folded()
        #expect(line.owner(at: on("03-10")) == nil)
    }

    @Test("The earliest signed token owns, whichever arrives first (F23)")
    func earliestToken() {
        let first = Arrival.alone(tx(1, w: 1, "03-01", "04-01", token: Name.alice))
        let second = Arrival.alone(tx(2, w: 2, "04-01", "05-01", token: Name.bob))
        for arrivals in [[first, second], [second, first]] {
            let line = TestLog(arrivals).folded()
            #expect(line.owner(at: on("03-10")) == Name.alice)
            #expect(line.owner(at: on("04-10")) == Name.alice)
            #expect(
                line.anomalies(catalog: .c1, policies: PolicyTimeline()).map(\.detail)
                    == [.ownershipConflict(owner: Name.alice, claimant: Name.bob)])
        }
    }

    @Test("A token of a renewal info counts; at one date the transaction's counts first")
    func renewalInfoToken() {
        let line = TestLog([
            .alone(
                tx(1, w: 1, "03-01", "04-01", token: nil), ri("03-01", token: Name.bob))
        ]).folded()
        #expect(line.owner(at: on("03-10")) == Name.bob)
        let both = TestLog([
            .alone(nil, ri("03-01", token: Name.bob)),
            .alone(tx(1, w: 1, "03-01", "04-01", token: Name.alice)),
        ]).folded()
        #expect(both.owner(at: on("03-10")) == Name.alice)
    }

    @Test("The first presentation owns a line without a token, and a token beats it")
    func presentation() {
        var log = TestLog([.alone(tx(1, w: 1, "03-01", "04-01", token: nil))])
        log.host(.presentation, at: "03-05") { $0.account = Name.bob }
        log.host(.presentation, at: "03-06") { $0.account = Name.alice }
        #expect(log.folded().owner(at: on("03-01")) == Name.bob)
        #expect(anomalyKinds(log.folded()) == ["ownershipConflict"])
        log.ingest(.alone(tx(2, w: 2, "04-01", "05-01", token: Name.alice)))
        #expect(log.folded().owner(at: on("03-01")) == Name.alice)
    }

    @Test("An assignment moves a line from its effective instant on")
    func assignment() {
        var log = TestLog([.alone(tx(1, w: 1, "03-01", "04-01"))])
        log.host(.assignment, at: "03-20") { $0.account = Name.bob }
        log.host(.assignment, at: "03-10") { $0.account = carol }
        let line = log.folded()
        #expect(line.owner(at: on("03-10").before) == Name.alice)
        #expect(line.owner(at: on("03-10")) == carol)
        #expect(line.owner(at: on("03-20")) == Name.bob)
        #expect(anomalyKinds(line).isEmpty)
    }

    @Test("P5: under transfer a second account that presents a line owns it from then on")
    func transfer() {
        var log = TestLog([.alone(tx(1, w: 1, "03-01", "04-01"))])
        log.host(.presentation, at: "03-10") { $0.account = Name.bob }
        let line = log.folded()
        #expect(line.owner(at: on("03-20")) == Name.alice)
        #expect(line.owner(at: on("03-20"), secondAccount: .transfer) == Name.bob)
        #expect(line.owner(at: on("03-05"), secondAccount: .transfer) == Name.alice)
    }

    @Test("An erased owner is none from the erasure on; the next claim owns the line from there")
    func erasure() {
        var log = TestLog([.alone(tx(1, w: 1, "03-01", "04-01"))])
        log.host(.assignment, at: "03-10") { $0.account = Name.bob }
        log.host(.erasure, at: "03-20") { $0.account = Name.bob }
        #expect(log.folded().owner(at: on("03-15")) == Name.bob)
        #expect(log.folded().owner(at: on("03-20")) == nil)
        log.ingest(.alone(tx(2, w: 2, "04-01", "05-01", token: carol)))
        #expect(log.folded().owner(at: on("03-20")) == carol)
        #expect(log.folded().owner(at: on("03-15")) == Name.bob)
    }

    @Test("The erasure of an account that does not own the line leaves its owner")
    func erasureOfAnother() {
        var log = TestLog([.alone(tx(1, w: 1, "03-01", "04-01"))])
        log.host(.presentation, at: "03-10") { $0.account = Name.bob }
        log.host(.erasure, at: "03-20") { $0.account = Name.bob }
        #expect(log.folded().owner(at: on("03-25")) == Name.alice)
    }

    @Test("A new claim after the owner's erasure is no conflict")
    func claimAfterErasure() {
        var log = TestLog([.alone(tx(1, w: 1, "03-01", "04-01"))])
        log.host(.erasure, at: "03-20") { $0.account = Name.alice }
        log.ingest(.alone(tx(2, w: 2, "04-01", "05-01", token: carol)))
        #expect(log.folded().owner(at: on("04-02")) == carol)
        #expect(anomalyKinds(log.folded()).isEmpty)
    }

    @Test("A restated content keeps the token with which it was signed this time")
    func restatedToken() {
        let nameless = tx(1, w: 1, "03-01", "04-01", token: nil)
        var named = nameless.signedAgain(on("03-05"))
        named.fields.account = Name.bob
        let other = tx(2, w: 2, "04-01", "05-01", signed: "03-03", token: carol)
        for order in [
            [nameless, named, other], [other, named, nameless], [named, nameless, other],
        ] {
            #expect(TestLog(order.map { .alone($0) }).folded().owner(at: on("04-02")) == carol)
        }
    }

    @Test(
        "A head of a line whose owners were erased has the owners of the full history",
        arguments: UInt64(1)...60)
    func erasedOwnersOfHeads(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var accounts: [UInt32] = [1, 2, 3]
        var nextAccount: UInt32 = 4
        func date(_ month: Int, _ day: Int) -> String {
            "2026-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
        }
        var months = Array(1...9)
        if seed.isMultiple(of: 2) { months.shuffle(using: &random) }
        var log = TestLog()
        for (index, month) in months.enumerated() {
            let place = Int.random(in: 0..<3, using: &random)
            let token = IdentityNumber(number: accounts[place])
            log.ingest(
                .alone(
                    tx(
                        UInt64(month), w: UInt64(month), date(month, 1), date(month + 1, 1),
                        token: Bool.random(using: &random) ? token : nil)))
            let kinds: [EventKind?] = [.erasure, .assignment, .presentation, nil]
            guard let kind = kinds[Int.random(in: 0..<4, using: &random)] else { continue }
            let other = Int.random(in: 0..<3, using: &random)
            log.host(kind, at: date(index + 1, 15)) {
                $0.account = IdentityNumber(number: accounts[other])
            }
            guard kind == .erasure else { continue }
            // Whoever is erased comes back under another number.
            accounts[other] = nextAccount
            nextAccount += 1
        }
        var head = LineState(line: LineNumber(number: 7))
        var start = 0
        for end in log.commitEnds {
            for index in start..<end {
                let sequence = UInt64(index) + 1
                if !head.canApply(LineEvent(log.events[index]), sequence: sequence) {
                    head = log.folded(index)
                }
                head.apply(log.events[index], sequence: sequence)
            }
            head = head.trimmed()
            start = end
            let full = log.folded(end)
            #expect(head == full.trimmed(), "seed \(seed) at \(end)")
            for month in 1...9 {
                for day in [1, 14, 15, 16] {
                    let instant = on(date(month, day))
                    if let dropped = head.dropped, instant < dropped.validFrom { continue }
                    for policy in [Policies.SecondAccount.keep, .transfer] {
                        #expect(
                            head.owner(at: instant, secondAccount: policy)
                                == full.owner(at: instant, secondAccount: policy),
                            "seed \(seed) at \(end), \(date(month, day))")
                    }
                }
            }
        }
    }
}
