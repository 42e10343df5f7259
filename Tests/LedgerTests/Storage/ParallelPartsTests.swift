import Glibc
import Testing

@testable import Ledger

@Suite("Parts that several threads walk")
struct ParallelPartsTests {
    private struct Failed: Error, Equatable {
        var part: Int
    }

    @Test("Parts are taken in their order, by the calling thread", arguments: [1, 2, 3, 16])
    func order(threadCountMax: Int) throws {
        let parts = ParallelParts(threadCountMax: threadCountMax)
        for count in [0, 1, 2, 7, 8, 9, 100] {
            var taken: [Int] = []
            var places: [Int] = []
            let caller = pthread_self()
            try parts.walk(
                count: count, makeWorker: { 3 },
                { worker, index in index * worker },
                take: { index, part in
                    #expect(pthread_equal(pthread_self(), caller) != 0)
                    places.append(index)
                    taken.append(part)
                })
            #expect(places == Array(0..<count))
            #expect(taken == (0..<count).map { $0 * 3 })
            #expect(try parts.results(count: count) { $0 + 1 } == Array(1..<count + 1))
        }
    }

    @Test(
        "What fails first in the order of parts is thrown, and nothing behind it is taken",
        arguments: [1, 2, 16])
    func failures(threadCountMax: Int) {
        let parts = ParallelParts(threadCountMax: threadCountMax)
        for failing in [0, 1, 8, 30, 39] {
            var taken: [Int] = []
            #expect(throws: Failed(part: failing)) {
                try parts.walk(
                    count: 40, makeWorker: {},
                    { _, index in
                        if index == failing || index == failing + 1 { throw Failed(part: index) }
                        return index
                    },
                    take: { _, part in taken.append(part) })
            }
            #expect(taken == Array(0..<failing))
            taken = []
            #expect(throws: Failed(part: failing)) {
                try parts.walk(
                    count: 40, makeWorker: {}, { _, index in index },
                    take: { _, part in
                        if part >= failing { throw Failed(part: part) }
                        taken.append(part)
                    })
            }
            #expect(taken == Array(0..<failing))
        }
    }
}
