internal import Foundation
internal import Testing

@testable internal import Ledger

/// A file that lost its end must be refused by name: a page behind the end of the file, touched
/// through the map, would end this process.
@Suite("A truncated data file")
struct TruncationTests {
    private static let pageSizeBytes = 4_096

    /// A store with small and large values, some of them freed again, and what it holds.
    private struct Sample {
        let store: TemporaryStore
        let rows: [[UInt8]: [UInt8]]
        let data: Data

        init(seed: UInt64) throws {
            var generator = SeededGenerator(seed: seed)
            let store = try TemporaryStore()
            var rows: [[UInt8]: [UInt8]] = [:]
            for _ in 0..<12 {
                try store.environment.write { transaction in
                    for _ in 0..<8 {
                        let key = [UInt8.random(in: 0..<40, using: &generator)]
                        let size = Int.random(in: 0..<9_000, using: &generator)
                        let value = (0..<size).map { _ in
                            UInt8(truncatingIfNeeded: generator.next())
                        }
                        if rows[key] != nil, Bool.random(using: &generator) {
                            try store.table.delete(key.bytes, in: transaction)
                            rows[key] = nil
                        } else {
                            try store.table.put(key.bytes, value.bytes, in: transaction)
                            rows[key] = value
                        }
                    }
                }
            }
            store.environment.close()
            self.store = store
            self.rows = rows
            self.data = try Data(contentsOf: URL(filePath: store.directory.path + "/data.mdb"))
        }
    }

    /// Opens the first bytes of a file as a store; nil when it is refused by a name for that.
    private func rows(of data: Data) throws -> [[UInt8]: [UInt8]]? {
        let directory = try TemporaryDirectory()
        try data.write(to: URL(filePath: directory.path + "/data.mdb"))
        do {
            let environment = try LMDBEnvironment.open(
                directory: directory.path, options: .init(access: .readWrite(create: false)))
            defer { environment.close() }
            let table = try environment.openTables(["test"])[0]
            var rows: [[UInt8]: [UInt8]] = [:]
            try environment.read { transaction in
                try table.forEach(in: transaction) { key, value in
                    rows[[UInt8](copying: key)] = [UInt8](copying: value)
                    return true
                }
            }
            return rows
        } catch let error as StorageError {
            #expect([.truncated, .notAStore, .storeMissing].contains(error), "\(error)")
            return nil
        }
    }

    @Test("Cut anywhere, it is refused by name or whole", arguments: [1, 2, 3] as [UInt64])
    func cutAnywhere(seed: UInt64) throws {
        let sample = try Sample(seed: seed)
        var generator = SeededGenerator(seed: seed)
        let boundaries = Array(
            stride(from: 0, through: sample.data.count, by: Self.pageSizeBytes))
        let anywhere = (0..<60).map { _ in
            Int.random(in: 0..<sample.data.count, using: &generator)
        }
        var refusedCount = 0
        for length in boundaries + anywhere {
            if let rows = try rows(of: sample.data.prefix(length)) {
                #expect(rows == sample.rows, "seed \(seed), cut to \(length) bytes")
            } else {
                refusedCount += 1
            }
        }
        #expect(try rows(of: sample.data) == sample.rows, "seed \(seed), not cut")
        #expect(refusedCount > boundaries.count / 2)
    }

    @Test("A file whose last pages were taken and freed in one transaction is whole")
    func shortButWhole() throws {
        let store = try TemporaryStore()
        let large = [UInt8](repeating: 1, count: 400_000)
        try store.put([1], [UInt8](repeating: 2, count: 40_000))
        try store.put([1], [3])
        try store.put([2], [4])
        try store.environment.write { transaction in
            try store.table.put([3].bytes, [5].bytes, in: transaction)
            try store.table.put([4].bytes, large.bytes, in: transaction)
            try store.table.delete([4].bytes, in: transaction)
        }
        let bytesUsed = try store.environment.statistics().bytesUsed
        store.environment.close()
        let data = try Data(contentsOf: URL(filePath: store.directory.path + "/data.mdb"))
        // Otherwise this test would show nothing.
        #expect(data.count < bytesUsed)
        #expect(try rows(of: data) == [[1]: [3], [2]: [4], [3]: [5]])
    }
}
