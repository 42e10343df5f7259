import Testing

@testable import Ledger

@Suite("One line folded for one instant")
struct FoldedLineTests {
    private static let seeds = Array(UInt64(1)...60)

    /// The events of a log as records hold them: each names the first event of what came at once.
    private static func events(of log: TestLog) -> [EventFields] {
        var events: [EventFields] = []
        for end in log.commitEnds {
            let first = UInt64(events.count) + 1
            for event in log.events[events.count..<end] {
                var event = event
                event.evidenceSequence = first
                events.append(event)
            }
        }
        return events
    }

    private static func fold(
        _ events: some Sequence<EventFields>, at instant: Instant
    ) -> FoldedLine {
        var line = FoldedLine(line: LineNumber(number: 7))
        var space = TrimSpace()
        for (index, event) in events.enumerated() {
            let event = LineEvent(event)
            line.note(event, credited: CreditedProducts())
            line.apply(event, sequence: UInt64(index) + 1, at: instant, &space)
        }
        return line
    }

    /// The life of a line in the order in which it was signed, or with some of it late, or
    /// shuffled.
    private static func log(seed: UInt64, steps: Int) -> TestLog {
        var arrivals = RandomHistory(seed: seed, steps: steps).arrivals
        var random = SeededGenerator(seed: seed &+ 500)
        switch seed % 4 {
        case 0, 1: break
        case 2:
            for _ in 0..<3 {
                let late = Int.random(in: 0..<arrivals.count, using: &random)
                let place = Int.random(in: late..<arrivals.count, using: &random)
                arrivals.insert(arrivals.remove(at: late), at: place)
            }
        default: arrivals.shuffle(using: &random)
        }
        var log = TestLog()
        let host = Int.random(in: 0..<arrivals.count, using: &random)
        for (index, arrival) in arrivals.enumerated() {
            log.ingest(arrival)
            guard index == host, seed.isMultiple(of: 3) else { continue }
            log.host(.presentation, at: "2026-06-01") { $0.account = Name.bob }
            if seed.isMultiple(of: 2) {
                log.host(.assignment, at: "2026-06-02") { $0.account = Name.bob }
            }
            if seed.isMultiple(of: 9) {
                log.host(.erasure, at: "2026-06-03") { $0.account = Name.alice }
            }
        }
        return log
    }

    @Test(
        "The head of a walk answers at its instant as the whole history does, or asks for it",
        arguments: seeds)
    func answers(seed: UInt64) {
        let log = Self.log(seed: seed, steps: 24)
        let history = RandomHistory(seed: seed, steps: 24)
        let events = Self.events(of: log)
        var random = SeededGenerator(seed: seed)
        var instants = Array(history.instants.shuffled(using: &random).prefix(24))
        instants += [.distantPast, .distantFuture]
        for instant in instants {
            let ends = log.commitEnds.shuffled(using: &random).prefix(3) + [log.events.count]
            for end in ends {
                var space = TrimSpace()
                var line = Self.fold(events.prefix(end), at: instant)
                if line.needsWholeHistory { continue }
                let head = line.finish(at: instant, &space)
                let whole = log.folded(end)
                #expect(
                    MomentAnswers(head, at: instant, withEvents: true)
                        == MomentAnswers(whole, at: instant, withEvents: true),
                    "seed \(seed): \(end) events at \(instant)")
                if head.dropped == nil {
                    #expect(head.purchaseCredits() == whole.purchaseCredits(), "seed \(seed)")
                }
            }
        }
    }

    @Test("A life in its own order stays small, and mostly needs no more than the head")
    func isLeanInOrder() {
        var (needed, asked) = (0, 0)
        for seed in UInt64(1)...20 {
            let history = RandomHistory(seed: seed, steps: 40)
            let log = TestLog(history.arrivals)
            let events = Self.events(of: log)
            var random = SeededGenerator(seed: seed)
            for instant in history.instants.shuffled(using: &random).prefix(10) {
                var space = TrimSpace()
                var line = Self.fold(events, at: instant)
                asked += 1
                if line.needsWholeHistory { needed += 1 }
                #expect(line.state.purchases.count <= 14, "seed \(seed) at \(instant)")
                let isActing = line.finish(at: instant, &space).labels.allSatisfy { $0.acts }
                #expect(isActing, "seed \(seed) at \(instant)")
            }
        }
        // What is signed again long after asks for the history, as it does of every head.
        #expect(needed * 4 < asked * 3, "\(needed) of \(asked)")
    }

    @Test("Years of renewals behind the instant leave what the instant needs")
    func laterRenewals() {
        var log = TestLog()
        for year in 2026...2035 {
            for month in 1...12 {
                let start = "\(year)-\(month < 10 ? "0" : "")\(month)-01"
                let end =
                    month == 12
                    ? "\(year + 1)-01-01" : "\(year)-\(month < 9 ? "0" : "")\(month + 1)-01"
                let number = UInt64(year * 12 + month)
                log.ingest(
                    .note("DID_RENEW", tx(number, w: number, start, end), ri(start), at: start))
            }
        }
        for instant in ["2025-12-31", "2026-01-15", "2028-05-05", "2035-12-31", "2040-01-01"] {
            var space = TrimSpace()
            var line = Self.fold(Self.events(of: log), at: on(instant))
            #expect(!line.needsWholeHistory, "\(instant)")
            let head = line.finish(at: on(instant), &space)
            #expect(head.purchases.count <= 3, "\(instant): \(head.purchases.count)")
            #expect(
                head.renewals.statements.count <= 8, "\(instant): \(head.renewals.statements.count)"
            )
            #expect(
                MomentAnswers(head, at: on(instant), withEvents: true)
                    == MomentAnswers(log.folded(), at: on(instant), withEvents: true), "\(instant)")
        }
    }
}
