import Testing

@testable import Ledger

@Suite("Tips of stored lines")
struct LineTipTests {
    private static let seeds = Array(UInt64(1)...60)

    /// A history with or without what the host says about the line.
    private func head(seed: UInt64) -> (head: LineState, instants: [Instant]) {
        let history = RandomHistory(seed: seed, steps: seed.isMultiple(of: 3) ? 3 : 16)
        var log = TestLog(history.arrivals)
        if seed % 5 == 1 { log.host(.presentation, at: "02-01") { $0.account = Name.alice } }
        if seed % 5 == 2 { log.host(.presentation, at: "02-01") { $0.account = Name.bob } }
        if seed % 5 == 3 { log.host(.assignment, at: "03-01") { $0.account = Name.bob } }
        if seed % 5 == 4 { log.host(.erasure, at: "04-01") { $0.account = Name.alice } }
        return (log.folded().trimmed(), history.instants)
    }

    @Test("Read for an instant, a stored line answers as all of it does", arguments: seeds)
    func sameAnswers(seed: UInt64) throws {
        let (head, instants) = head(seed: seed)
        let bytes = head.encoded()
        // One state is read into again and again, as a question's desk does it.
        var (line, spare) = (LineState(line: LineNumber(number: 0)), [Purchase]())
        for instant in instants {
            let purpose = LineState.Purpose.answers(at: instant)
            unsafe try line.decode(bytes.span.bytes, for: purpose, spare: &spare)
            #expect(line.line == head.line)
            #expect(line.owners.appTransactions == head.owners.appTransactions)
            #expect(
                MomentAnswers(line, at: instant, withEvents: true)
                    == MomentAnswers(head, at: instant, withEvents: true),
                "seed \(seed) at \(instant)")
            let heldFrom = line.dropped?.validFrom ?? .distantPast
            #expect((head.dropped?.validFrom ?? .distantPast) <= heldFrom)
        }
    }

    @Test("After everything was signed most lines are read by their tips alone")
    func tipsAreUsed() throws {
        var tips = 0
        for seed in Self.seeds {
            let head = head(seed: seed).head
            var (line, spare) = (LineState(line: LineNumber(number: 0)), [Purchase]())
            let bytes = head.encoded()
            let purpose = LineState.Purpose.answers(at: on("2030-01-01"))
            unsafe try line.decode(bytes.span.bytes, for: purpose, spare: &spare)
            guard head.tip != nil else { continue }
            tips += 1
            #expect(line.purchases.count == 1)
            #expect(line.purchases[0].versions.statements.count == 1)
        }
        #expect(tips >= 10, "\(tips) of \(Self.seeds.count)")
        #expect(tips < Self.seeds.count)
    }

    @Test("Few purchases are kept for the next line, however long a history was")
    func spare() throws {
        let head = head(seed: 1).head
        let bytes = head.encoded()
        var long = LineState(line: LineNumber(number: 1))
        long.purchases = (1...100).map { number in
            Purchase(
                key: PurchaseKey(kind: .period, identifier: StoreIdentifier(bits: number)))
        }
        var spare: [Purchase] = []
        for _ in 0..<50 {
            var line = long
            let purpose = LineState.Purpose.answers(at: on("2030-01-01"))
            unsafe try line.decode(bytes.span.bytes, for: purpose, spare: &spare)
            #expect(spare.count <= LineState.sparePurchaseCountMax)
        }
    }

    @Test("A state that is read into holds nothing of the one before", arguments: seeds.prefix(20))
    func reuse(seed: UInt64) throws {
        let first = head(seed: seed).head
        let second = head(seed: seed + 20).head
        var (line, spare) = (LineState(line: LineNumber(number: 0)), [Purchase]())
        for state in [first, second, first, second] {
            let bytes = state.encoded()
            unsafe try line.decode(bytes.span.bytes, for: .anything, spare: &spare)
            #expect(line == state, "seed \(seed)")
        }
    }

    @Test(
        "States that share a writer's memory, and are trimmed in place, are stored as by themselves"
    )
    func sharedMemory() throws {
        var (writer, bytes, space) = (StateWriter(), [UInt8](), TrimSpace())
        for seed in Self.seeds {
            let history = RandomHistory(seed: seed, steps: 16)
            let full = TestLog(history.arrivals).folded()
            var head = full
            head.trim(&space)
            writer.begin()
            head.write(to: &writer)
            writer.finish(into: &bytes)
            #expect(bytes == full.trimmed().encoded(), "seed \(seed)")
            let line = unsafe try LineState(decoding: bytes.span.bytes)
            #expect(line == head, "seed \(seed)")
        }
    }

    @Test("A changed bit or a cut never traps a question", arguments: [UInt64(1), 3, 6, 10])
    func damage(seed: UInt64) {
        let bytes = head(seed: seed).head.encoded()
        var (line, spare) = (LineState(line: LineNumber(number: 0)), [Purchase]())
        var (refused, answered) = (0, 0)
        func ask(_ changed: [UInt8]) {
            do throws(RecordError) {
                let purpose = LineState.Purpose.answers(at: on("2030-01-01"))
                unsafe try line.decode(changed.span.bytes, for: purpose, spare: &spare)
                _ = MomentAnswers(line, at: on("2030-01-01"))
                answered += 1
            } catch {
                refused += 1
            }
        }
        for bit in 0..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << (bit % 8)
            ask(changed)
        }
        for count in bytes.indices { ask(Array(bytes.prefix(count))) }
        #expect(refused > 0 && answered > 0)
    }
}
