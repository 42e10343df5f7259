internal import Foundation
internal import Testing

@testable internal import Ledger

/// A file system in memory, small enough to fill.
struct TinyFileSystem {
    let directory: TemporaryDirectory

    /// Nil where the process may not mount.
    init?(sizeBytes: Int) {
        guard let directory = try? TemporaryDirectory() else { return nil }
        self.directory = directory
        let arguments = ["-t", "tmpfs", "-o", "size=\(sizeBytes)", "tmpfs", directory.path]
        guard Self.run("/bin/mount", arguments) else { return nil }
    }

    func unmount() {
        _ = Self.run("/bin/umount", [directory.path])
    }

    private static func run(_ path: String, _ arguments: [String]) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// True where the process may mount.
    static let isPossible: Bool = {
        guard let trial = TinyFileSystem(sizeBytes: 65_536) else { return false }
        trial.unmount()
        return true
    }()
}

@Suite("A full disk")
struct DiskFullTests {
    @Test(
        "A full disk fails the commit, loses nothing, and small writes go on",
        .enabled(if: TinyFileSystem.isPossible, "the process may not mount a file system"))
    func diskFull() throws {
        let disk = try #require(TinyFileSystem(sizeBytes: 1 << 20))
        defer { disk.unmount() }
        let environment = try LMDBEnvironment.open(
            directory: disk.directory.path, options: .init(access: .readWrite(create: true)))
        defer { environment.close() }
        let table = try environment.openTables(["test"])[0]
        try environment.write { try table.put([1].bytes, [1].bytes, in: $0) }
        #expect(throws: StorageError.diskFull) {
            try environment.write { transaction in
                let value = [UInt8](repeating: 1, count: 1_000)
                for number in 0..<2_000 {
                    try table.put(LMDBKey(UInt64(number)).bytes, value.bytes, in: transaction)
                }
            }
        }
        try environment.write { try table.put([2].bytes, [2].bytes, in: $0) }
        #expect(try environment.read { try table.count(in: $0) } == 2)
    }
}
