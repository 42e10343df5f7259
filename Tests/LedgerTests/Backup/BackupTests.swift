import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("Backups")
struct BackupTests {
    private static func rows(_ table: LMDBTable, _ ledger: TransactionLedger) throws -> [[UInt8]] {
        try ledger.environment.read { transaction in
            var rows: [[UInt8]] = []
            try table.forEach(in: transaction) { key, value in
                rows.append([UInt8](copying: key) + [UInt8](copying: value))
                return true
            }
            return rows
        }
    }

    private static func names(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    @Test("Backups made while writers work are whole prefixes of the log, and verify")
    func whileWriting() async throws {
        let bench = try IngestBench()
        let text = try (1...400).map { try bench.transaction($0) }.joined(separator: "\n")
        let target = try TemporaryDirectory()
        let writing = Task {
            try await bench.ingest(text, limits: .small(inputsPerSlice: 10))
        }
        var reports: [BackupReport] = []
        for number in 0..<5 {
            reports.append(try bench.ledger.backup(to: "\(target.path)/\(number)"))
        }
        #expect(try await writing.value.appended == 400)
        reports.append(try bench.ledger.backup(to: "\(target.path)/5"))
        #expect(reports.last?.sequence == 400 && reports.last?.isCompacted == true)
        let log = try Self.rows(bench.ledger.reader.tables.log, bench.ledger)
        for (number, report) in reports.enumerated() {
            let path = "\(target.path)/\(number)"
            #expect(try Self.names(in: path) == ["data.mdb"])
            let size = try FileStatus(path: path + "/data.mdb").sizeBytes
            #expect(report.bytes == size && report.events == report.sequence)
            let copy = try TransactionLedger(at: path)
            #expect(try copy.verify(signatures: true).isIntact)
            let held = try Self.rows(copy.reader.tables.log, copy)
            #expect(held == Array(log.prefix(Int(report.sequence))))
            await copy.close()
        }
        #expect(try Self.names(in: target.path) == ["0", "1", "2", "3", "4", "5"])
    }

    @Test("An empty directory is taken over, and nothing else that is there is touched")
    func targets() throws {
        let bench = try IngestBench()
        let directory = try TemporaryDirectory()
        let empty = directory.path + "/empty"
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: false)
        _ = unsafe chmod(empty, 0o710)
        let link = directory.path + "/link"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: directory.path + "/linked")
        try FileManager.default.createDirectory(
            atPath: directory.path + "/linked", withIntermediateDirectories: false)
        for path in [empty + "/", link] {
            #expect(try bench.ledger.backup(to: path).sequence == 0)
            #expect(try Self.names(in: path) == ["data.mdb"])
            #expect(throws: LedgerError(.invalidArgument, "")) {
                try bench.ledger.backup(to: path)
            }
        }
        #expect(try FileStatus(path: empty).permissions == 0o710)
        let ledger = bench.directory.path + "/ledger"
        #expect(throws: LedgerError(.invalidArgument, "")) { try bench.ledger.backup(to: ledger) }
        #expect(throws: StorageError.notADirectory) {
            try bench.ledger.backup(to: empty + "/data.mdb")
        }
        #expect(throws: StorageError.directoryMissing) {
            try bench.ledger.backup(to: directory.path + "/no/such")
        }
        #expect(try Self.names(in: directory.path) == ["empty", "link", "linked"])
    }

    @Test("A backup is open to whom the ledger is open to, and to nobody else")
    func permissions() throws {
        let bench = try IngestBench()
        let ledger = bench.directory.path + "/ledger"
        let path = bench.directory.path + "/backup"
        for (directory, file) in [(0o750, 0o640), (0o700, 0o600)] as [(mode_t, mode_t)] {
            _ = unsafe chmod(ledger, directory)
            _ = unsafe chmod(ledger + "/data.mdb", file)
            _ = try bench.ledger.backup(to: path)
            #expect(try FileStatus(path: path).permissions == directory)
            #expect(try FileStatus(path: path + "/data.mdb").permissions == file)
            try FileManager.default.removeItem(atPath: path)
        }
    }

    @Test("A copy that fails leaves nothing behind, and the ledger goes on")
    func failures() async throws {
        let bench = try IngestBench()
        _ = try await bench.ingest(bench.transaction(1))
        let names = try Self.names(in: bench.directory.path)
        let path = bench.directory.path + "/backup"
        for (code, error) in [
            (ENOSPC, StorageError.diskFull), (EIO, .deviceFailed), (EACCES, .permissionDenied),
        ] {
            bench.faults.fail(.envCopy, with: code)
            #expect(throws: error) { try bench.ledger.backup(to: path) }
            #expect(try Self.names(in: bench.directory.path) == names)
        }
        #expect(try bench.ledger.backup(to: path).sequence == 1)
        #expect(try await bench.ingest(bench.transaction(2)).appended == 1)
    }

    @Test("Where LMDB refuses to leave free pages out, the copy has them, and says so")
    func pageLeak() async throws {
        let bench = try IngestBench()
        _ = try await bench.ingest(
            (1...9).map { try bench.transaction($0) }.joined(separator: "\n"))
        let path = bench.directory.path + "/backup"
        // A copy that was begun is in the way of the next one.
        bench.faults.fail(.envCopy, with: -30784)
        let report = try bench.ledger.backup(to: path)
        #expect(!report.isCompacted && report.sequence == 9)
        let copy = try TransactionLedger(at: path)
        #expect(try copy.verify(signatures: true).isIntact)
        await copy.close()
    }

    @Test(
        "A full disk is an error by name, and nothing is left on it",
        .enabled(if: TinyFileSystem.isPossible, "the process may not mount a file system"))
    func diskFull() async throws {
        let bench = try IngestBench()
        _ = try await bench.ingest(
            (1...200).map { try bench.transaction($0) }.joined(separator: "\n"))
        let disk = try #require(TinyFileSystem(sizeBytes: 128 << 10))
        defer { disk.unmount() }
        #expect(throws: StorageError.diskFull) {
            try bench.ledger.backup(to: disk.directory.path + "/backup")
        }
        #expect(try Self.names(in: disk.directory.path) == [])
    }
}
