import Testing

@testable import Ledger

@Suite("Rows that were found just before")
struct RecentRowsTests {
    @Test("Only pairs that were added are known, and of those the last ones", arguments: 1...5)
    func customerLines(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var recent = RecentRows()
        var added: [UInt64] = []
        for _ in 0..<300 {
            let pair = UInt64.random(in: 0...12, using: &random)
            let isKnown = recent.hasCustomerLine(pair)
            if isKnown { #expect(added.suffix(4).contains(pair), "seed \(seed)") }
            if added.last == pair, pair != 0 { #expect(isKnown, "seed \(seed)") }
            if !isKnown {
                recent.add(customerLine: pair)
                added.append(pair)
            }
        }
        recent.removeAll()
        for pair in UInt64(0)...12 { #expect(!recent.hasCustomerLine(pair)) }
    }

    @Test("An identifier's line is known only with its app, its environment and its number")
    func originals() {
        let row = RecentRows.Original(
            identifier: StoreIdentifier(bits: 9), environment: .production,
            bundle: Symbol(number: 1_024), line: LineNumber(number: 3))
        var recent = RecentRows()
        #expect(!recent.hasOriginal(row))
        recent.add(original: row)
        #expect(recent.hasOriginal(row))
        var others = [RecentRows.Original](repeating: row, count: 4)
        others[0].identifier = StoreIdentifier(bits: 10)
        others[1].environment = .sandbox
        others[2].bundle = nil
        others[3].line = LineNumber(number: 4)
        for other in others { #expect(!recent.hasOriginal(other)) }
        recent.removeAll()
        #expect(!recent.hasOriginal(row))
    }
}
