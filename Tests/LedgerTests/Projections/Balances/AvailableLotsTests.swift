import Testing

@testable import Ledger

@Suite("Lots that have units to spend")
struct AvailableLotsTests {
    @Test("The first one is always the lowest, whatever comes and goes", arguments: 1...5)
    func lowestFirst(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var lots = AvailableLots()
        var expected: Set<Int> = []
        for _ in 0..<3_000 {
            let lot = Int.random(in: 0..<60, using: &random)
            if expected.insert(lot).inserted {
                lots.insert(lot)
            } else if let first = lots.first, Bool.random(using: &random) {
                lots.remove(first)
                expected.remove(first)
            } else {
                lots.remove(lot)
                expected.remove(lot)
            }
            #expect(lots.first == expected.min())
        }
    }
}
