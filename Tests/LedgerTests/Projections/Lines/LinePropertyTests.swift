import Testing

@testable import Ledger

@Suite("Properties of a line's fold")
struct LinePropertyTests {
    private static let seeds = Array(UInt64(1)...40)

    @Test("Any order and duplication of the evidence ends in the same answers", arguments: seeds)
    func orderFree(seed: UInt64) {
        let history = RandomHistory(seed: seed)
        let expected = LineAnswers(TestLog(history.arrivals).folded(), at: history.instants)
        var random = SeededGenerator(seed: seed &+ 1000)
        for _ in 0..<4 {
            var arrivals = history.arrivals
            arrivals += arrivals.filter { _ in Bool.random(using: &random) }
            arrivals.shuffle(using: &random)
            let answers = LineAnswers(TestLog(arrivals).folded(), at: history.instants)
            #expect(answers == expected, "seed \(seed)")
        }
    }

    @Test(
        "Host events keep their place while the evidence is permuted", arguments: seeds.prefix(15))
    func hostEventsKeepTheirPlace(seed: UInt64) {
        let history = RandomHistory(seed: seed)
        func log(_ arrivals: [Arrival], split: Int) -> LineState {
            var log = TestLog(Array(arrivals.prefix(split)))
            log.host(.presentation, at: "02-01") { $0.account = Name.bob }
            log.host(.presentation, at: "02-02") { $0.account = Name.alice }
            log.host(.assignment, at: "03-01") { $0.account = IdentityNumber(number: 9) }
            log.host(.erasure, at: "04-01") { $0.account = IdentityNumber(number: 9) }
            for arrival in arrivals.dropFirst(split) { log.ingest(arrival) }
            return log.folded()
        }
        let expected = LineAnswers(log(history.arrivals, split: 0), at: history.instants)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<4 {
            let arrivals = history.arrivals.shuffled(using: &random)
            let split = Int.random(in: 0...arrivals.count, using: &random)
            let answers = LineAnswers(log(arrivals, split: split), at: history.instants)
            #expect(answers == expected, "seed \(seed)")
        }
    }

    @Test("Folding a prefix and then the rest is folding all", arguments: seeds)
    func incremental(seed: UInt64) {
        let log = TestLog(RandomHistory(seed: seed).arrivals)
        var state = LineState(line: LineNumber(number: 7))
        for (index, event) in log.events.enumerated() {
            state.apply(event, sequence: UInt64(index) + 1)
            #expect(state == log.folded(index + 1), "seed \(seed)")
        }
    }

    @Test("A head answers as the full history does from its first instant on", arguments: seeds)
    func headAnswers(seed: UInt64) {
        let history = RandomHistory(seed: seed, steps: 20)
        let full = TestLog(history.arrivals).folded()
        let head = full.trimmed()
        let validFrom = head.dropped?.validFrom ?? .distantPast
        for instant in history.instants where instant >= validFrom {
            #expect(
                MomentAnswers(head, at: instant, withEvents: true)
                    == MomentAnswers(full, at: instant, withEvents: true), "seed \(seed)")
        }
        #expect(head.trimmed() == head, "seed \(seed)")
    }

    @Test("A head that takes a commit is the head of the longer history", arguments: seeds)
    func headTakesCommits(seed: UInt64) {
        var arrivals = RandomHistory(seed: seed, steps: 20).arrivals
        var random = SeededGenerator(seed: seed)
        if seed.isMultiple(of: 2) {
            let late = Int.random(in: 0..<arrivals.count, using: &random)
            arrivals.append(arrivals.remove(at: late))
        }
        var log = TestLog(arrivals)
        log.host(.presentation, at: "2027-01-01") { $0.account = Name.bob }
        log.host(.assignment, at: "2027-01-02") { $0.account = Name.bob }
        var head = LineState(line: LineNumber(number: 7))
        var start = 0
        for end in log.commitEnds {
            var candidate = head
            var canApply = true
            for index in start..<end {
                let sequence = UInt64(index) + 1
                canApply =
                    canApply && candidate.canApply(LineEvent(log.events[index]), sequence: sequence)
                candidate.apply(log.events[index], sequence: sequence)
            }
            let full = log.folded(end).trimmed()
            if canApply { #expect(candidate.trimmed() == full, "seed \(seed) at \(end)") }
            head = full
            start = end
        }
    }

    @Test("Renewals in order never need the full history")
    func headTakesRenewals() {
        var head = LineState(line: LineNumber(number: 7))
        var log = TestLog()
        var applied = 0
        for month in 1...12 {
            let start = month < 10 ? "0\(month)-01" : "\(month)-01"
            let object = tx(UInt64(month), w: UInt64(month), start, "2027-01-01")
            log.ingest(.note("DID_RENEW", object, ri(start)))
            for event in log.events[applied...] {
                applied += 1
                #expect(head.canApply(LineEvent(event), sequence: UInt64(applied)))
                head.apply(event, sequence: UInt64(applied))
            }
            head = head.trimmed()
        }
        #expect(head.purchases.count == LineState.headPeriodCount)
        #expect(head == log.folded().trimmed())
    }

    @Test("Late evidence about what a head dropped asks for the full history")
    func headRefuses() {
        let months = ["01-01", "02-01", "03-01", "04-01"]
        let arrivals = months.enumerated().map { index, start in
            Arrival.alone(
                tx(UInt64(index) + 1, w: UInt64(index) + 1, start, "12-01"), ri(start))
        }
        let head = TestLog(arrivals).folded().trimmed()
        #expect(head.dropped?.validFrom == on("03-01"))
        func takes(_ object: SignedObject) -> Bool {
            head.canApply(LineEvent(object.fields), sequence: 99)
        }
        #expect(takes(tx(5, w: 5, "05-01", "12-01")))
        #expect(takes(tx(4, w: 4, "04-01", "12-01", revoked: "05-01")))
        #expect(takes(ri("05-01")))
        // A refund of a dropped period, a period or a renewal info from before, a moved period.
        #expect(!takes(tx(1, w: 1, "01-01", "12-01", revoked: "05-01")))
        #expect(!takes(tx(9, w: 9, "02-15", "12-01")))
        #expect(!takes(ri("01-15")))
        #expect(!takes(tx(4, w: 4, "04-02", "12-01", signed: "05-01")))
        var again = EventFields(
            kind: .restatement, recordedAt: on("05-01"), effectiveAt: on("05-01"))
        again.statedTransactionSequence = 1
        again.statedTransactionSignedDate = on("05-01")
        #expect(!head.canApply(LineEvent(again), sequence: 99))
        let erasure = EventFields(kind: .erasure, recordedAt: on("05-01"), effectiveAt: on("05-01"))
        #expect(!head.canApply(LineEvent(erasure), sequence: 99))
    }

    @Test("Most commits in order need no more than the head", arguments: [UInt64(3), 4, 5])
    func headMostlySuffices(seed: UInt64) {
        var head = LineState(line: LineNumber(number: 7))
        let log = TestLog(RandomHistory(seed: seed, steps: 30).arrivals)
        var taken = 0
        for (index, event) in log.events.enumerated() {
            let sequence = UInt64(index) + 1
            if head.canApply(LineEvent(event), sequence: sequence) { taken += 1 }
            head = log.folded(index + 1).trimmed()
        }
        #expect(taken * 10 > log.events.count * 7, "\(taken) of \(log.events.count)")
    }
}
