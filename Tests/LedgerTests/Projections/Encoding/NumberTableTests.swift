import Testing

@testable import Ledger

@Suite("Tables of numbers in stored states")
struct NumberTableTests {
    @Test("A table gives back every number, few or many", arguments: [0, 1, 15, 16, 17, 100])
    func numbers(count: Int) {
        var table = NumberTable()
        for number in 0..<count { table.append(UInt32(number * 7)) }
        #expect(table.count == count)
        #expect((0..<count).map { table[$0] } == (0..<count).map { UInt32($0 * 7) })
        #expect(table.last == (0..<count).last.map { UInt32($0 * 7) })
        for number in 0..<UInt32(count) {
            #expect(table.firstIndex(of: number * 7) == Int(number))
            #expect(table.place(of: number * 7) == Int(number))
            #expect(table.firstIndex(of: number * 7 + 1) == nil)
        }
        #expect(table.place(of: 3) == count && table.count == count + 1)
    }

    @Test("Numbers put in ascending order stand as a sorted set does", arguments: 1...20)
    func ascending(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let numbers = (0..<40).map { _ in UInt32.random(in: 0...50, using: &random) }
        var table = NumberTable()
        for number in numbers { table.insert(ascending: number) }
        #expect((0..<table.count).map { table[$0] } == Set(numbers).sorted(), "seed \(seed)")
    }
}
