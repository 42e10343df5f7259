internal import Foundation

@testable internal import Ledger

/// A directory of its own for one test; removed with the last reference.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "ledger-storage-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        self.path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

/// An open environment in a directory of its own, with one table.
struct TemporaryStore: Sendable {
    let directory: TemporaryDirectory
    let environment: LMDBEnvironment
    let table: LMDBTable
    let faults: LMDBFaults

    init(mapSizeBytes: Int = 64 << 20, configure: (inout LMDBEnvironmentOptions) -> Void = { _ in })
        throws
    {
        let directory = try TemporaryDirectory()
        let faults = LMDBFaults()
        var options = LMDBEnvironmentOptions(access: .readWrite(create: true))
        options.mapSizeBytes = mapSizeBytes
        options.faults = faults
        configure(&options)
        let environment = try LMDBEnvironment.open(directory: directory.path, options: options)
        self.directory = directory
        self.environment = environment
        self.faults = faults
        self.table = try environment.openTables(["test"])[0]
    }

    /// The value of a key in a new snapshot.
    func value(_ key: [UInt8]) throws -> [UInt8]? {
        try environment.read { try table.get(key.bytes, in: $0) { [UInt8](copying: $0) } }
    }

    /// Puts one entry in a transaction of its own.
    func put(_ key: [UInt8], _ value: [UInt8]) throws {
        try environment.write { try table.put(key.bytes, value.bytes, in: $0) }
    }

    /// All keys in the order that the table has them.
    func keys() throws -> [[UInt8]] {
        var keys: [[UInt8]] = []
        try environment.read { transaction in
            try table.forEach(in: transaction) { key, _ in
                keys.append([UInt8](copying: key))
                return true
            }
        }
        return keys
    }
}
