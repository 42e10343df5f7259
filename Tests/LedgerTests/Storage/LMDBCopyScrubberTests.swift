internal import Foundation
internal import Testing

@testable internal import Ledger

@Suite("What a compacting copy leaves out")
struct LMDBCopyScrubberTests {
    /// A value that tells which row it was, however little of it is left.
    private static func value(_ number: UInt64, bytesCount: Int) -> [UInt8] {
        let mark = Array("<row \(number)>".utf8)
        return Array((0..<bytesCount).map { mark[$0 % mark.count] })
    }

    /// A store in which values of all sizes come, change and go; what is left, by key.
    private func filled(seed: UInt64) throws -> (store: TemporaryStore, rows: [UInt64: [UInt8]]) {
        var random = SeededGenerator(seed: seed)
        let store = try TemporaryStore()
        var rows: [UInt64: [UInt8]] = [:]
        for number in UInt64(1)...400 {
            // Values of a page alone, of several, and of a part of one.
            let sizes = [20..<600, 2_100..<4_000, 4_100..<9_000]
            let size = Int.random(in: sizes[Int.random(in: 0..<3, using: &random)], using: &random)
            let held = rows.keys.sorted().randomElement(using: &random)
            let key = Bool.random(using: &random) ? number : held ?? number
            rows[key] = Self.value(number, bytesCount: size)
            try store.put([UInt8](copying: LMDBKey(key).bytes), rows[key] ?? [])
            guard number > 20, let gone = rows.keys.sorted().randomElement(using: &random) else {
                continue
            }
            rows[gone] = nil
            try store.environment.write { transaction in
                _ = try store.table.delete(LMDBKey(gone).bytes, in: transaction)
            }
        }
        return (store, rows)
    }

    @Test(
        "Nothing of a deleted or changed value is in it, and every row that is left",
        arguments: UInt64(1)...4)
    func nothingLeft(seed: UInt64) throws {
        let (store, rows) = try filled(seed: seed)
        let target = try TemporaryDirectory()
        try store.environment.copy(to: target.path, compacting: true)
        let file = try Data(contentsOf: URL(fileURLWithPath: target.path + "/data.mdb"))
        let live = Set(rows.values.map { Array($0.prefix(10)) })
        for number in UInt64(1)...400 where !live.contains(Self.value(number, bytesCount: 10)) {
            let trace = Data("<row \(number)>".utf8)
            #expect(file.range(of: trace) == nil, "seed \(seed), row \(number)")
        }
        store.environment.close()
        let copy = try LMDBEnvironment.open(
            directory: target.path, options: LMDBEnvironmentOptions(access: .readOnly))
        let table = try copy.openTables(["test"])[0]
        try copy.read { transaction in
            #expect(try table.count(in: transaction) == rows.count)
            for (key, value) in rows {
                let found = try table.get(LMDBKey(key).bytes, in: transaction) {
                    [UInt8](copying: $0)
                }
                #expect(found == value, "seed \(seed), key \(key)")
            }
        }
        copy.close()
    }

    @Test("A file that is no copy is damage, and never a trap")
    func damagedFiles() throws {
        let (store, _) = try filled(seed: 9)
        let target = try TemporaryDirectory()
        try store.environment.copy(to: target.path, compacting: true)
        let path = target.path + "/data.mdb"
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        var random = SeededGenerator(seed: 10)
        var refusals = 0
        for round in 0..<60 {
            var file = whole
            for _ in 0..<40 {
                // The heads of pages say where everything is.
                let page = Int.random(in: 2..<(file.count / 4_096), using: &random)
                let offset = page * 4_096 + Int.random(in: 8..<40, using: &random)
                file[offset] = UInt8.random(in: 0...255, using: &random)
            }
            if round.isMultiple(of: 5) { file = file.prefix(file.count * 2 / 3) }
            try file.write(to: URL(fileURLWithPath: path))
            let descriptor = unsafe Foundation.open(path, O_RDWR)
            defer { _ = Foundation.close(descriptor) }
            do throws(StorageError) {
                try LMDBCopyScrubber(file: descriptor, pageSizeBytes: 4_096).scrub()
            } catch {
                #expect(error == .damaged || error == .truncated, "\(error)")
                refusals += 1
            }
        }
        #expect(refusals > 20)
        store.environment.close()
    }
}
