import Testing

@testable import Ledger

@Suite("How a replay divides and groups lines")
struct FoldedHeadsTests {
    @Test("Every line is in one part, at a place that leads back to it")
    func parts() {
        for count in [1, 2, 3, 7] {
            for line in UInt32(1)...50 {
                let places = (0..<count).compactMap { number in
                    let part = LinePart(number: number, count: count)
                    return part.index(of: line).map { part.line(at: $0) }
                }
                #expect(places == [LineNumber(number: line)], "line \(line) of \(count) parts")
            }
        }
    }

    @Test("No more lines are in hand than may be, and every worker has as many walks")
    func division() {
        for workers in 1...4 {
            for lines in [0, 1, 2, 7, 8, 9, 100] {
                var division = ReplayDivision(workers: workers)
                division.linesInHandMax = 8
                let count = division.partCount(lines: lines)
                let busy = min(workers, max(1, lines))
                let inHand = (lines + count - 1) / count * busy
                #expect(inHand <= 8, "\(lines) lines, \(workers) workers")
                #expect(count.isMultiple(of: busy))
            }
        }
    }

    @Test("However many threads are asked for, each of them reads the whole log: there is an end")
    func workers() {
        #expect(ReplayDivision(workers: 1_000).workers == ReplayDivision.workersMax)
        #expect(ReplayDivision(workers: -1).workers == 1)
    }

    @Test("Lines are found by whom they belong to, in the order of their numbers")
    func groups() {
        var random = SeededGenerator(seed: 8)
        var expected: [UInt32: Set<UInt32>] = [:]
        var pairs: [[LineOfIdentity]] = [[], [], []]
        for line in UInt32(1)...200 {
            let identity = UInt32.random(in: 0..<40, using: &random) * 7
            expected[identity, default: []].insert(line)
            pairs[Int(line) % 3].append(
                LineOfIdentity(IdentityNumber(number: identity), LineNumber(number: line)))
        }
        let groups = LineGroups(pairs)
        for identity in UInt32(0)..<300 {
            let lines = groups.lines(of: IdentityNumber(number: identity)).map(\.number)
            #expect(lines == (expected[identity] ?? []).sorted(), "identity \(identity)")
            #expect(
                groups.contains(IdentityNumber(number: identity)) == (expected[identity] != nil))
        }
    }

    @Test("A part gives back the heads that it took, encoded or not")
    func heads() throws {
        for isEncoded in [false, true] {
            var part = FoldedPart(isEncoded: isEncoded)
            var expected: [LineState?] = []
            for seed in UInt64(1)...12 {
                if seed.isMultiple(of: 3) {
                    part.append(LineNumber(number: UInt32(seed)))
                    expected.append(nil)
                    continue
                }
                let head = TestLog(RandomHistory(seed: seed).arrivals).folded().trimmed()
                let owner = seed.isMultiple(of: 2) ? Name.alice : nil
                part.append(head, owner: owner, mayCredit: seed.isMultiple(of: 5))
                expected.append(head)
                #expect(part.isUnowned(at: expected.count - 1) == (owner == nil))
                #expect(part.mayCredit(at: expected.count - 1) == seed.isMultiple(of: 5))
            }
            for index in expected.indices {
                #expect(try part.head(at: index) == expected[index], "line \(index)")
            }
        }
    }
}
