internal import Testing

@testable internal import Ledger

@Suite("Tables")
struct LMDBTableTests {
    private static func randomKey(_ generator: inout SeededGenerator, most: Int) -> [UInt8] {
        // Few distinct bytes, among them the extremes, so that prefixes and neighbours are common.
        let alphabet: [UInt8] = [0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF]
        let count = Int.random(in: 1...most, using: &generator)
        return (0..<count).map { _ in
            alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
        }
    }

    private static func key(_ bytes: [UInt8]) -> LMDBKey {
        var key = LMDBKey()
        key.append(bytes: bytes)
        return key
    }

    /// What `forEach` lends, as arrays.
    private func visit(
        _ store: TemporaryStore, _ range: LMDBRange, reverse: Bool
    ) throws -> [[UInt8]] {
        var visited: [[UInt8]] = []
        try store.environment.read { transaction in
            try store.table.forEach(range, reverse: reverse, in: transaction) { key, _ in
                visited.append([UInt8](copying: key))
                return true
            }
        }
        return visited
    }

    @Test("Ranges and prefixes visit what a sorted array holds, both ways", arguments: 1...4)
    func ranges(seed: UInt64) throws {
        print("seed", seed)
        var generator = SeededGenerator(seed: seed)
        let store = try TemporaryStore()
        let keys = (0..<300).map { _ in Self.randomKey(&generator, most: 5) }
        try store.environment.write { transaction in
            for key in keys { try store.table.put(key.bytes, key.bytes, in: transaction) }
        }
        let sorted = Set(keys).sorted { $0.lexicographicallyPrecedes($1) }
        #expect(try visit(store, .all, reverse: false) == sorted)
        #expect(try visit(store, .all, reverse: true) == sorted.reversed())
        for _ in 0..<100 {
            let low = Self.randomKey(&generator, most: 4)
            let high = Self.randomKey(&generator, most: 4)
            let bounds: [(LMDBRange, ([UInt8]) -> Bool)] = [
                (
                    .bounds(from: Self.key(low), through: Self.key(high)),
                    { !$0.lexicographicallyPrecedes(low) && !high.lexicographicallyPrecedes($0) }
                ),
                (
                    .bounds(from: Self.key(low), through: nil),
                    { !$0.lexicographicallyPrecedes(low) }
                ),
                (
                    .bounds(from: nil, through: Self.key(high)),
                    { !high.lexicographicallyPrecedes($0) }
                ),
                (.prefix(Self.key(low)), { $0.starts(with: low) }),
            ]
            for (range, isInside) in bounds {
                let expected = sorted.filter(isInside)
                #expect(try visit(store, range, reverse: false) == expected)
                #expect(try visit(store, range, reverse: true) == expected.reversed())
                try store.environment.read { transaction in
                    let first = try store.table.first(range, in: transaction) { key, _ in
                        [UInt8](copying: key)
                    }
                    let last = try store.table.last(range, in: transaction) { key, _ in
                        [UInt8](copying: key)
                    }
                    #expect(first == expected.first)
                    #expect(last == expected.last)
                }
            }
        }
    }

    @Test("Any sequence of changes leaves what a dictionary holds", arguments: 1...6)
    func changes(seed: UInt64) throws {
        print("seed", seed)
        var generator = SeededGenerator(seed: seed)
        let store = try TemporaryStore()
        var model: [[UInt8]: [UInt8]] = [:]
        for _ in 0..<40 {
            let transaction = try store.environment.beginWriting()
            var next = model
            for _ in 0..<25 {
                let key = Self.randomKey(&generator, most: 3)
                let value = [UInt8](
                    repeating: 5, count: Int.random(in: 0...3_000, using: &generator))
                switch Int.random(in: 0..<4, using: &generator) {
                case 0:
                    let deleted = try store.table.delete(key.bytes, in: transaction)
                    #expect(deleted == (next.removeValue(forKey: key) != nil))
                case 1 where next[key] != nil:
                    let changesBefore = transaction.changeCount
                    #expect(throws: StorageError.keyExists) {
                        try store.table.insert(key.bytes, value.bytes, in: transaction)
                    }
                    #expect(transaction.changeCount == changesBefore)
                case 1:
                    try store.table.insert(key.bytes, value.bytes, in: transaction)
                    next[key] = value
                default:
                    try store.table.put(key.bytes, value.bytes, in: transaction)
                    next[key] = value
                }
                let found = try store.table.get(key.bytes, in: transaction) {
                    [UInt8](copying: $0)
                }
                #expect(found == next[key])
            }
            if Bool.random(using: &generator) {
                try transaction.commit()
                model = next
            }
        }
        var stored: [[UInt8]: [UInt8]] = [:]
        try store.environment.read { transaction in
            try store.table.forEach(in: transaction) { key, value in
                stored[[UInt8](copying: key)] = [UInt8](copying: value)
                return true
            }
            let count = try store.table.count(in: transaction)
            #expect(count == model.count)
        }
        #expect(stored == model)
    }

    @Test("An appended key must come last")
    func appending() throws {
        let store = try TemporaryStore()
        try store.environment.write { transaction in
            for number in [1, 2, 300] as [UInt64] {
                try store.table.append(LMDBKey(number).bytes, RawSpan(), in: transaction)
            }
            for number in [300, 299, 0] as [UInt64] {
                #expect(throws: StorageError.keyOutOfOrder) {
                    try store.table.append(LMDBKey(number).bytes, RawSpan(), in: transaction)
                }
            }
        }
        #expect(try store.keys().count == 3)
    }

    @Test("A key has 1 to 511 bytes", arguments: [0, 1, 511, 512])
    func keySizes(count: Int) throws {
        let store = try TemporaryStore()
        let key = [UInt8](repeating: 3, count: count)
        if (1...511).contains(count) {
            try store.put(key, [1])
            #expect(try store.value(key) == [1])
        } else {
            #expect(throws: StorageError.sizeOutOfRange) { try store.put(key, [1]) }
        }
    }

    @Test("A table refuses a transaction of another store")
    func foreignTransaction() throws {
        let store = try TemporaryStore()
        let other = try TemporaryStore()
        try other.environment.write { transaction in
            #expect(throws: StorageError.transactionOfAnotherStore) {
                try store.table.put([1].bytes, [1].bytes, in: transaction)
            }
            #expect(throws: StorageError.transactionOfAnotherStore) {
                try store.table.contains([1].bytes, in: transaction)
            }
            #expect(throws: StorageError.transactionOfAnotherStore) {
                try store.table.forEach(in: transaction) { _, _ in true }
            }
        }
    }

    @Test("Nothing changes while bytes are lent, and everything may afterwards")
    func lending() throws {
        let store = try TemporaryStore()
        try store.put([1], [1])
        try store.environment.write { transaction in
            _ = try store.table.get([1].bytes, in: transaction) { _ in
                #expect(throws: StorageError.changedWhileLending) {
                    try store.table.put([2].bytes, [2].bytes, in: transaction)
                }
            }
            try store.table.forEach(in: transaction) { _, _ in
                #expect(throws: StorageError.changedWhileLending) {
                    try store.table.delete([1].bytes, in: transaction)
                }
                return true
            }
            try store.table.put([2].bytes, [2].bytes, in: transaction)
        }
        #expect(try store.keys() == [[1], [2]])
    }

    @Test("Iteration stops where the closure says, and lets its error through")
    func stopping() throws {
        struct Stop: Error {}
        let store = try TemporaryStore()
        for number in 0..<10 { try store.put([UInt8(number)], []) }
        var visited = 0
        try store.environment.read { transaction in
            try store.table.forEach(in: transaction) { _, _ in
                visited += 1
                return visited < 4
            }
        }
        #expect(visited == 4)
        #expect(throws: Stop.self) {
            try store.environment.read { transaction in
                try store.table.forEach(in: transaction) { _, _ in throw Stop() }
            }
        }
    }

    @Test("A cursor walks both ways and finds its place again")
    func cursor() throws {
        let store = try TemporaryStore()
        for number in [10, 20, 30] as [UInt8] { try store.put([number], [number]) }
        try store.environment.read { transaction in
            try store.table.withCursor(in: transaction) { cursor in
                var walk: [[UInt8]] = []
                while try cursor.next() { walk.append([UInt8](copying: cursor.key)) }
                while try cursor.previous() { walk.append([UInt8](copying: cursor.value)) }
                if try cursor.seek([15].bytes) { walk.append([UInt8](copying: cursor.key)) }
                #expect(walk == [[10], [20], [30], [20], [10], [20]])
                let isBeyond = try cursor.seek([31].bytes)
                #expect(!isBeyond)
            }
        }
    }
}
