internal import Foundation

@testable internal import Ledger

/// Several tables with small and large values in a store that random transactions wrote and erased.
struct PageSample {
    static let names = ["accounts", "log", "test"]

    let store: TemporaryStore
    let tables: [LMDBTable]
    private(set) var rows: [[[UInt8]: [UInt8]]]
    private var random: SeededGenerator
    /// How large the largest value gets, in bytes.
    private let valueBytesMax: Int

    init(seed: UInt64, valueBytesMax: Int = 9_000) throws {
        random = SeededGenerator(seed: seed)
        self.valueBytesMax = valueBytesMax
        store = try TemporaryStore()
        tables = try store.environment.openTables(Self.names)
        rows = Self.names.map { _ in [:] }
    }

    /// A key of the length that the table's keys mostly have; few keys, so that they come again.
    private mutating func key(ofTable table: Int) -> [UInt8] {
        let number = UInt8.random(in: 0..<120, using: &random)
        let count = table == 0 ? Int.random(in: 1..<300, using: &random) : 8
        return [number] + [UInt8](repeating: number, count: table == 1 ? 11 : count)
    }

    private mutating func value() -> [UInt8] {
        let isLarge = Int.random(in: 0..<8, using: &random) == 0
        let count = Int.random(in: 0..<(isLarge ? valueBytesMax : 120), using: &random)
        let byte = UInt8.random(in: 0...255, using: &random)
        return (0..<count).map { UInt8(truncatingIfNeeded: $0) ^ byte }
    }

    /// Commits a transaction of so many random changes.
    mutating func write(_ changesCount: Int) throws {
        var changed = rows
        var random = self
        try store.environment.write { transaction in
            for _ in 0..<changesCount {
                let table = Int.random(in: 0..<tables.count, using: &random.random)
                let key = random.key(ofTable: table)
                let isDeleted = Int.random(in: 0..<3, using: &random.random) == 0
                if isDeleted, changed[table][key] != nil {
                    try tables[table].delete(key.bytes, in: transaction)
                    changed[table][key] = nil
                } else {
                    let value = random.value()
                    try tables[table].put(key.bytes, value.bytes, in: transaction)
                    changed[table][key] = value
                }
            }
        }
        self.random = random.random
        rows = changed
    }

    /// The file as it is; no transaction of the sample runs meanwhile.
    func data() throws -> Data {
        try Data(contentsOf: URL(filePath: store.directory.path + "/data.mdb"))
    }
}

/// A data file in a directory of its own, that a test damages and puts right again.
final class DamagedFile {
    let directory: TemporaryDirectory
    let whole: [UInt8]
    private let handle: FileHandle

    static let pageSizeBytes = 4_096
    static let anyTables = PageCheckTables(isKnown: { _ in true }, areComplete: { _ in true })

    init(_ data: Data) throws {
        directory = try TemporaryDirectory()
        whole = [UInt8](data)
        let url = URL(filePath: directory.path + "/data.mdb")
        try data.write(to: url)
        handle = try FileHandle(forUpdating: url)
    }

    deinit { try? handle.close() }

    var pageCount: Int { whole.count / Self.pageSizeBytes }

    func write(_ bytes: some Collection<UInt8>, at offset: Int) throws {
        try handle.seek(toOffset: UInt64(offset))
        try handle.write(contentsOf: Data(bytes))
    }

    func cut(to count: Int) throws { try handle.truncate(atOffset: UInt64(count)) }

    /// Makes the file what it was; liblmdb may have written to it.
    func restore() throws {
        try handle.truncate(atOffset: UInt64(whole.count))
        try write(whole, at: 0)
    }

    func page(_ number: Int) -> ArraySlice<UInt8> {
        whole[(number * Self.pageSizeBytes)..<((number + 1) * Self.pageSizeBytes)]
    }

    /// What a walk says of the file as it is; nil where every page keeps the rules.
    func fault(_ tables: PageCheckTables = anyTables) throws -> StorageError? {
        do throws(StorageError) {
            _ = try PageCheck.walkUnheld(directory.path, tables) { _, _ in }
            return nil
        } catch {
            guard error.isDamage || error == .formatMismatch else { throw error }
            return error
        }
    }

    /// Everything in it, as liblmdb reads it.
    func rows() throws -> [[[UInt8]: [UInt8]]] {
        let environment = try LMDBEnvironment.open(
            directory: directory.path, options: .init(access: .readOnly))
        defer { environment.close() }
        let tables: [LMDBTable]
        do {
            tables = try environment.openTables(PageSample.names)
        } catch StorageError.tableMissing {
            // One bit of a table's name makes it another table.
            return []
        }
        return try environment.read { transaction in
            try tables.map { table in
                var rows: [[UInt8]: [UInt8]] = [:]
                try table.forEach(in: transaction) { key, value in
                    rows[[UInt8](copying: key)] = [UInt8](copying: value)
                    return true
                }
                return rows
            }
        }
    }
}
