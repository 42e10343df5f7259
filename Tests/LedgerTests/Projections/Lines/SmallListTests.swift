import Testing

@testable import Ledger

@Suite("A list whose first element needs no memory of its own")
struct SmallListTests {
    /// A list, and the array that it must be like.
    private struct Pair {
        var list = SmallList<Int>()
        var array: [Int] = []

        mutating func change(_ random: inout SeededGenerator) {
            let value = Int.random(in: 0..<1_000, using: &random)
            switch Int.random(in: 0..<9, using: &random) {
            case 0...2:
                list.append(value)
                array.append(value)
            case 3, 4:
                let place = Int.random(in: 0...array.count, using: &random)
                list.insert(value, at: place)
                array.insert(value, at: place)
            case 5:
                let count = Int.random(in: 0...array.count, using: &random)
                list.removeFirst(count)
                array.removeFirst(count)
            case 6:
                let count = Int.random(in: 0...min(2, array.count), using: &random)
                list.removeLast(count)
                array.removeLast(count)
            case 7 where array.count > 1:
                let places = (array.indices.randomElement(using: &random) ?? 0, array.count - 1)
                list.swapAt(places.0, places.1)
                array.swapAt(places.0, places.1)
            case 8 where value < 50:
                list.empty()
                array = []
            default:
                guard let place = array.indices.randomElement(using: &random) else { return }
                list[place] = value
                array[place] = value
            }
        }
    }

    @Test("Whatever is done to it, it is like an array", arguments: UInt64(1)...20)
    func isLikeArray(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var pair = Pair()
        for _ in 0..<300 {
            pair.change(&random)
            let (list, array) = (pair.list, pair.array)
            #expect(Array(list) == array, "seed \(seed)")
            #expect(list.count == array.count && list.isEmpty == array.isEmpty, "seed \(seed)")
            #expect(list.first == array.first && list.last == array.last, "seed \(seed)")
            #expect(list.indices.map { list[$0] } == array, "seed \(seed)")
            #expect(Array(list.suffix(2)) == Array(array.suffix(2)), "seed \(seed)")
            // However it came to be, the same elements are the same list.
            #expect(list == SmallList(array), "seed \(seed)")
            #expect(list.hashValue == SmallList(array).hashValue, "seed \(seed)")
        }
    }

    @Test("A copy keeps what it had")
    func copies() {
        var list = SmallList([1, 2, 3])
        let copy = list
        list.removeFirst(1)
        list.append(4)
        list[0] = 5
        #expect(Array(copy) == [1, 2, 3])
        #expect(Array(list) == [5, 3, 4])
    }
}
