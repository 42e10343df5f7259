import Testing

@testable import Ledger

@Suite("Leaf pages that are read where they lie")
struct LeafPageTests {
    /// A page as LMDB lays one out: entries from the end, pointers to them from the start.
    private static func page(_ entries: [(key: [UInt8], value: [UInt8])], kind: UInt16 = 2)
        -> [UInt8]
    {
        var page = [UInt8](repeating: 0, count: 512)
        func put(_ number: Int, at offset: Int) {
            page[offset] = UInt8(truncatingIfNeeded: number)
            page[offset + 1] = UInt8(truncatingIfNeeded: number >> 8)
        }
        put(Int(kind), at: 10)
        put(16 + 2 * entries.count, at: 12)
        var end = page.count
        for (index, entry) in entries.enumerated() {
            let size = 8 + entry.key.count + entry.value.count
            end -= size + size % 2
            put(end, at: 16 + 2 * index)
            put(entry.value.count, at: end)
            put(entry.key.count, at: end + 6)
            page.replaceSubrange(end + 8..<end + size, with: entry.key + entry.value)
        }
        put(end, at: 14)
        return page
    }

    private static let entries: [(key: [UInt8], value: [UInt8])] = [
        ([1], [10, 11, 12]), ([2, 2], []), ([3], Array(repeating: 30, count: 100)),
        ([4, 4, 4], [40]),
    ]

    @Test("Each entry of a page is where it is, and found by where its value begins")
    func places() {
        let bytes = Self.page(Self.entries)
        guard let page = unsafe LeafPage(bytes.span.bytes) else {
            Issue.record("the page is not taken for a leaf")
            return
        }
        let entriesCount = page.entriesCount
        #expect(entriesCount == 4)
        for (index, entry) in Self.entries.enumerated() {
            guard let (key, value) = page.places(ofEntry: index) else {
                Issue.record("entry \(index) is not found")
                continue
            }
            #expect(Array(bytes[key]) == entry.key)
            #expect(Array(bytes[value]) == entry.value)
            let found = page.index(ofValueAt: value.lowerBound)
            #expect(found == index)
        }
        let outside = [page.places(ofEntry: -1), page.places(ofEntry: 4)].count { $0 != nil }
        #expect(outside == 0)
        let none = page.index(ofValueAt: 0)
        #expect(none == nil)
    }

    @Test(
        "A page of another kind, or none, is no leaf", arguments: [0, 1, 3, 4, 8, 0x12] as [UInt16])
    func otherKinds(kind: UInt16) {
        let bytes = Self.page(Self.entries, kind: kind)
        #expect(!isLeaf(bytes))
        for count in [0, 1, 12, 16] {
            let short = Array(Self.page(Self.entries).prefix(count))
            #expect(!isLeaf(short))
        }
    }

    @Test("Whatever bit or number of a page is wrong, no entry reaches out of it")
    func damage() {
        let right = Self.page(Self.entries)
        func check(_ bytes: [UInt8]) {
            guard let page = unsafe LeafPage(bytes.span.bytes) else { return }
            for index in 0..<page.entriesCount {
                guard let places = page.places(ofEntry: index) else { continue }
                #expect(places.key.lowerBound >= 8 && places.value.upperBound <= bytes.count)
                #expect(places.key.upperBound == places.value.lowerBound)
            }
            let none = page.index(ofValueAt: bytes.count + 1)
            #expect(none == nil)
        }
        for bit in 0..<8 * right.count {
            var bytes = right
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            check(bytes)
        }
        for offset in stride(from: 0, to: right.count, by: 2) {
            for number in [0x0000, 0x00FF, 0x01FF, 0x7FFF, 0xFFFE, 0xFFFF] {
                var bytes = right
                bytes[offset] = UInt8(truncatingIfNeeded: number)
                bytes[offset + 1] = UInt8(truncatingIfNeeded: number >> 8)
                check(bytes)
            }
        }
    }

    @Test(
        "A walk over pages meets the entries that a walk by liblmdb meets",
        arguments: [UInt64(3), 4, 5])
    func walk(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let store = try TemporaryStore()
        var expected: [[UInt8]] = []
        for number in 0..<600 {
            let key = key(of: number)
            // Some are too large for a page.
            let count = Int.random(in: 0..<20, using: &random) == 0 ? 5_000 : number % 300
            try store.put(key, [UInt8](repeating: UInt8(number % 251), count: count))
            expected.append(key + [UInt8](repeating: UInt8(number % 251), count: count))
        }
        var found: [[UInt8]] = []
        var soughtCount = 0
        try store.environment.read { transaction in
            let size = try store.table.pageSizeBytes(in: transaction)
            try store.table.withCursor(in: transaction) { cursor in
                func take(_ key: RawSpan, _ value: RawSpan) {
                    found.append([UInt8](copying: key) + [UInt8](copying: value))
                }
                while found.count < 600 {
                    let key = key(of: found.count)
                    let isFound = try cursor.seek(key.bytes)
                    #expect(isFound)
                    soughtCount += 1
                    take(cursor.key, cursor.value)
                    cursor.forEachFollowingOnPage(ofBytes: size) { key, value in
                        take(key, value)
                        return true
                    }
                }
            }
        }
        #expect(found == expected, "seed \(seed)")
        #expect(soughtCount < 200)
    }

    private func isLeaf(_ bytes: [UInt8]) -> Bool {
        unsafe LeafPage(bytes.span.bytes) != nil
    }

    private func key(of number: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
}
