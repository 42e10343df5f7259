internal import Foundation
internal import Testing

@testable internal import Ledger

/// Bits, pages and ends of a file are damaged; what the walk lets pass, liblmdb can read.
@Suite("Damaged pages")
struct PageDamageTests {
    /// `LEDGER_FLIPS=all` flips every bit; otherwise as many as the suite has time for.
    private static let isAsked = ProcessInfo.processInfo.environment["LEDGER_FLIPS"] == "all"
    private static let flipsCount = 2_500

    private static func sample(_ seed: UInt64) throws -> (PageSample, [Data]) {
        var sample = try PageSample(seed: seed, valueBytesMax: 6_000)
        var states: [Data] = []
        for round in 0..<8 {
            try sample.write(round == 0 ? 90 : 12)
            states.append(try sample.data())
        }
        sample.store.environment.close()
        return (sample, states)
    }

    /// Every bit of the meta pages' heads, and others all over the file.
    private static func bits(of file: DamagedFile, seed: UInt64) -> [Int] {
        if isAsked { return Array(0..<(file.whole.count * 8)) }
        var random = SeededGenerator(seed: seed)
        let metas = [0, DamagedFile.pageSizeBytes].flatMap { ($0 * 8)..<(($0 + 152) * 8) }
        let others = (0..<flipsCount).map { _ in
            Int.random(in: 0..<(file.whole.count * 8), using: &random)
        }
        return metas + others
    }

    @Test(
        "A flipped bit is found, or changes one entry, or nothing", arguments: [1, 2] as [UInt64])
    func flips(seed: UInt64) throws {
        let (sample, states) = try Self.sample(seed)
        let file = try DamagedFile(try #require(states.last))
        let map = try PageMap(file.whole, pageSizeBytes: DamagedFile.pageSizeBytes)
        #expect(try file.fault() == nil)
        var found: [PageMap.Use: Int] = [:]
        var passed: [PageMap.Use: Int] = [:]
        for bit in Self.bits(of: file, seed: seed) {
            let (offset, use) = (bit / 8, map.uses[bit / 8])
            let what = "seed \(seed), bit \(bit % 8) of byte \(offset): \(use)"
            try file.write([file.whole[offset] ^ (1 << UInt8(bit % 8))], at: offset)
            if try file.fault() == nil {
                passed[use, default: 0] += 1
                #expect(use != .structure, "\(what)")
                let rows = try file.rows()
                if use == .harmless { #expect(rows == sample.rows, "\(what)") }
                if use == .content { #expect(rows != sample.rows, "\(what)") }
            } else {
                found[use, default: 0] += 1
            }
            try file.write([file.whole[offset]], at: offset)
        }
        #expect(passed[.harmless, default: 0] > 0 && passed[.content, default: 0] > 0)
        #expect(found[.structure, default: 0] > 0)
        #expect(try file.rows() == sample.rows)
    }

    /// What the walk says after a change, and that liblmdb reads what it lets pass.
    private func isFound(_ file: DamagedFile, _ what: String) throws -> Bool {
        defer { try? file.restore() }
        if try file.fault() != nil { return true }
        _ = try file.rows()
        return false
    }

    @Test(
        "Pages that are swapped, copied, emptied or made of noise are found",
        arguments: [3] as [UInt64])
    func splices(seed: UInt64) throws {
        let (_, states) = try Self.sample(seed)
        let file = try DamagedFile(try #require(states.last))
        let map = try PageMap(file.whole, pageSizeBytes: DamagedFile.pageSizeBytes)
        let size = DamagedFile.pageSizeBytes
        var random = SeededGenerator(seed: seed)
        for page in map.treePages + [0, 1] {
            let other = map.treePages.filter { $0 != page }.randomElement(using: &random) ?? 0
            try file.write(file.page(other), at: page * size)
            #expect(try isFound(file, "copied"), "seed \(seed): page \(other) over \(page)")
            try file.write(file.page(other), at: page * size)
            try file.write(file.page(page), at: other * size)
            #expect(try isFound(file, "swapped"), "seed \(seed): pages \(other) and \(page)")
            try file.write([UInt8](repeating: 0, count: size), at: page * size)
            #expect(try isFound(file, "emptied"), "seed \(seed): page \(page)")
            let noise = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
            try file.write(noise, at: page * size)
            #expect(try isFound(file, "noise"), "seed \(seed): page \(page)")
            // The page's own header, and noise behind it.
            try file.write(noise.dropFirst(16), at: page * size + 16)
            _ = try isFound(file, "noise")
        }
    }

    @Test("A page of an earlier state is found, or is one that liblmdb can read")
    func earlierPages() throws {
        let (_, states) = try Self.sample(4)
        let file = try DamagedFile(try #require(states.last))
        let size = DamagedFile.pageSizeBytes
        var foundCount = 0
        for state in states.dropLast() {
            for page in 0..<min(file.pageCount, state.count / size) {
                let earlier = state[(page * size)..<((page + 1) * size)]
                if earlier.elementsEqual(file.page(page)) { continue }
                try file.write(earlier, at: page * size)
                foundCount += try isFound(file, "earlier") ? 1 : 0
            }
        }
        #expect(foundCount > 0)
    }

    @Test("A file that is cut at a page is found, or lacks free pages alone")
    func cuts() throws {
        let (sample, states) = try Self.sample(5)
        let file = try DamagedFile(try #require(states.last))
        var foundCount = 0
        for page in 0..<file.pageCount {
            try file.cut(to: page * DamagedFile.pageSizeBytes)
            if try file.fault() == nil {
                #expect(try file.rows() == sample.rows, "cut to \(page) pages")
            } else {
                foundCount += 1
            }
            try file.restore()
        }
        #expect(foundCount > file.pageCount / 2)
    }

    @Test("Wild numbers in every place of a header stop nothing", arguments: [6, 7] as [UInt64])
    func wildNumbers(seed: UInt64) throws {
        let (_, states) = try Self.sample(seed)
        let file = try DamagedFile(try #require(states.last))
        let map = try PageMap(file.whole, pageSizeBytes: DamagedFile.pageSizeBytes)
        var random = SeededGenerator(seed: seed)
        let wild: [UInt64] = [0, 1, 2, .max, .max - 1, 1 << 63, 1 << 32, 0xFFFF, 0x7FFF, 4_096, 15]
        for _ in 0..<700 {
            let page = ([0, 1] + map.treePages).randomElement(using: &random) ?? 0
            let length = page < 2 ? 152 : 200
            let offset =
                page * DamagedFile.pageSizeBytes + Int.random(in: 0..<length, using: &random)
            let number = wild.randomElement(using: &random) ?? 0
            let count = [1, 2, 4, 8].randomElement(using: &random) ?? 1
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            try file.write(bytes, at: offset)
            if try file.fault() == nil { _ = try file.rows() }
            try file.restore()
        }
        #expect(try file.fault() == nil)
    }
}
