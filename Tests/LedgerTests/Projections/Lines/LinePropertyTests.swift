import Testing

@testable import Ledger

@Suite("Properties of a line's fold")
struct LinePropertyTests {
    private static let seeds = Array(UInt64(1)...40)

    @Test("Any order and duplication of the evidence ends in the same answers", arguments: seeds)
    func orderFree(seed: UInt64) {
        let history = RandomHistory(seed: seed)
        let expected = LineAnswers(TestLog(history.arrivals).folded(), at: history.instants)
        var random = SplitMix64(seed: seed &+ 1000)
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
        var random = SplitMix64(seed: seed)
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
        var random = SplitMix64(seed: seed)
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
                canApply = canApply && candidate.canApply(log.events[index], sequence: sequence)
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
                #expect(head.canApply(event, sequence: UInt64(applied)))
                head.apply(event, sequence: UInt64(applied))
            }
            head = head.trimmed()
        }
        #expect(head.purchases.count == LineState.headPeriodCount)
        #expect(head == log.folded().trimmed())
    }
}
