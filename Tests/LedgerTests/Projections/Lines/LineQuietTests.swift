import Testing

@testable import Ledger

@Suite("Lines that grant nothing any more")
struct LineQuietTests {
    private static let seeds = Array(UInt64(1)...60)

    /// The settings under which service lasts for different times.
    private static let policies: [Policies] = [false, true].flatMap { hasRetry in
        [nil, CalendarPeriod(iso8601: "P20D")].map { slack in
            var policies = Policies()
            policies.accessInBillingRetry = hasRetry
            policies.unconfirmedSlack = slack
            policies.graceWithoutDateDays = 28
            return policies
        }
    }

    private func active(
        _ lines: [LineState], at instant: Instant, _ policies: Policies
    ) -> [ActiveEntitlement] {
        CustomerEntitlements.active(
            lines: lines, hostGrants: HostGrants(), at: instant, catalog: .c1, policies: policies)
    }

    /// Whether a question at an instant passes over a line.
    private func isPassedOver(
        _ line: LineState, at instant: Instant, _ policies: Policies
    ) -> Bool {
        var gathering = EntitlementGathering()
        gathering.begin(at: instant, catalog: .c1, policies: policies)
        return line.quietFrom.map { $0 <= gathering.quietest } ?? false
    }

    /// Checks that a line grants nothing where it is passed over; how often it was.
    private func check(_ line: LineState, at instants: [Instant], _ name: String) -> Int {
        var passedOver = 0
        for policies in Self.policies {
            for instant in instants where isPassedOver(line, at: instant, policies) {
                passedOver += 1
                #expect(
                    active([line], at: instant, policies).isEmpty,
                    "\(name) at \(instant.iso8601), \(policies)")
            }
        }
        return passedOver
    }

    /// Around the ends of billing retry too, and the years behind them.
    private func instants(_ instants: [Instant]) -> [Instant] {
        instants + instants.flatMap { [$0.plus(days: 90), $0.plus(days: 90).before] }
            + [on("2040-01-01")]
    }

    @Test("A line that is passed over grants nothing, whatever its story", arguments: seeds)
    func stories(seed: UInt64) throws {
        let history = RandomHistory(seed: seed, steps: seed.isMultiple(of: 3) ? 3 : 16)
        var random = SeededGenerator(seed: seed)
        let log = TestLog(history.arrivals.shuffled(using: &random))
        for count in 1...log.events.count {
            let line = log.folded(count)
            // Every prefix by its head, and the last one whole too.
            _ = check(line.trimmed(), at: instants(history.instants), "head, seed \(seed)")
        }
        _ = check(log.folded(), at: instants(history.instants), "seed \(seed)")
    }

    @Test("The same of statements that tell no story", arguments: seeds)
    func messes(seed: UInt64) {
        let history = MessyHistory(seed: seed)
        let line = TestLog(history.arrivals).folded()
        for state in [line, line.trimmed()] {
            _ = check(state, at: instants(history.instants), "seed \(seed)")
        }
    }

    @Test("With and without the lines that are passed over a customer has the same")
    func customers() {
        var (passedOver, asked) = (0, 0)
        for seed in Self.seeds {
            let history = RandomHistory(seed: seed)
            let lines = [
                TestLog(history.arrivals).folded().trimmed(),
                TestLog(RandomHistory(seed: seed + 1_000).arrivals).folded().trimmed(),
                TestLog([
                    .alone(oneTime(seed, Name.coins, "02-01", type: BuiltInSymbols.consumable))
                ]).folded(),
                TestLog([
                    .alone(oneTime(seed, Name.season, "02-01", type: BuiltInSymbols.nonRenewing))
                ]).folded(),
            ]
            for policies in Self.policies {
                for instant in history.instants {
                    let rest = lines.filter { !isPassedOver($0, at: instant, policies) }
                    passedOver += lines.count - rest.count
                    asked += lines.count
                    #expect(
                        active(lines, at: instant, policies)
                            == active(rest, at: instant, policies),
                        "seed \(seed) at \(instant.iso8601)")
                }
            }
        }
        // The consumable always is, the season never, the subscriptions sometimes.
        #expect(passedOver > asked / 4 + asked / 50, "\(passedOver) of \(asked)")
        #expect(passedOver < asked * 3 / 4, "\(passedOver) of \(asked)")
    }

    @Test("A subscription is quiet from its last end on; a grace without a date leaves that open")
    func subscriptions() {
        var log = TestLog([.note("SUBSCRIBED", tx(1, w: 1, "03-01", "04-01"), ri("03-01"))])
        #expect(log.folded().quietFrom == on("04-01"))
        log.ingest(.alone(nil, ri("04-01", retry: true, grace: "04-17")))
        #expect(log.folded().quietFrom == on("04-17"))
        log.ingest(
            .note("DID_FAIL_TO_RENEW", "GRACE_PERIOD", tx(1, w: 1, "03-01", "04-01"), at: "04-01"))
        #expect(log.folded().quietFrom == nil)
    }

    @Test("What is used up never grants anything; what lasts, or has no type, may")
    func oneTimePurchases() {
        func quietFrom(_ product: Symbol, _ type: Symbol?) -> Instant? {
            var purchase = oneTime(1, product, "03-01")
            purchase.fields.productType = type
            return TestLog([.alone(purchase)]).folded().quietFrom
        }
        #expect(quietFrom(Name.coins, BuiltInSymbols.consumable) == .distantPast)
        #expect(quietFrom(Name.proLifetime, BuiltInSymbols.nonConsumable) == nil)
        #expect(quietFrom(Name.season, BuiltInSymbols.nonRenewing) == nil)
        #expect(quietFrom(Name.coins, nil) == nil)
        #expect(LineState(line: LineNumber(number: 1)).quietFrom == .distantPast)
    }

    @Test("A stored line says first from when on it is quiet", arguments: seeds)
    func stored(seed: UInt64) throws {
        let line = TestLog(RandomHistory(seed: seed).arrivals).folded()
        let coins = TestLog([
            .alone(oneTime(seed, Name.coins, "02-01", type: BuiltInSymbols.consumable))
        ]).folded()
        for state in [line, line.trimmed(), coins, LineState(line: LineNumber(number: 1))] {
            let bytes = state.encoded()
            #expect(
                unsafe try LineState.quietFrom(stored: bytes.span.bytes) == state.quietFrom,
                "seed \(seed)")
        }
    }

    @Test("Nothing but the first bytes is read for it, and a cut among them is refused")
    func cut() throws {
        let line = TestLog([.alone(tx(1, w: 1, "03-01", "04-01"))]).folded()
        let bytes = line.encoded()
        var refused = 0
        for count in bytes.indices {
            let beginning = Array(bytes.prefix(count))
            do throws(RecordError) {
                let quietFrom = unsafe try LineState.quietFrom(stored: beginning.span.bytes)
                #expect(quietFrom == line.quietFrom)
            } catch {
                refused += 1
            }
        }
        #expect(refused > 2 && refused < 12)
    }
}
