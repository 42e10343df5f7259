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
    }
}
