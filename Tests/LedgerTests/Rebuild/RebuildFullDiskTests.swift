import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("Rebuilding on a full disk")
struct RebuildFullDiskTests {
    private static let pageBytes = 4_096

    /// Writes files of zeros until the disk has room for so many pages and no more.
    private static func leave(pages: Int, on path: String) throws {
        let filling = path + "/filling"
        let file = unsafe open(filling, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        let page = [UInt8](repeating: 0, count: pageBytes)
        var pageCount = 0
        while unsafe write(file, page, page.count) == page.count { pageCount += 1 }
        try #require(pageCount >= pages)
        try #require(ftruncate(file, off_t((pageCount - pages) * pageBytes)) == 0)
    }

    @Test(
        "However much room there is, a rebuild that fails leaves no part of it behind",
        .enabled(if: TinyFileSystem.isPossible, "the process may not mount a file system"))
    func leavesNothing() async throws {
        let whole = try WholeLedger()
        try await ProvenLedger.fill(whole)
        await whole.ledger.close()
        let disk = try #require(TinyFileSystem(sizeBytes: 4 << 20))
        defer { disk.unmount() }
        let path = disk.directory.path + "/ledger"
        try FileManager.default.copyItem(atPath: whole.path, toPath: path)
        var failures = 0
        var pages = 0
        while true {
            try Self.leave(pages: pages, on: disk.directory.path)
            var isDone = false
            do {
                #expect(try TransactionLedger.rebuild(at: path).correctedCount == 0)
                isDone = true
            } catch {
                #expect(error as? StorageError == .diskFull, "\(pages) pages: \(error)")
                failures += 1
            }
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: path).sorted()
                    == ["data.mdb", "lock.mdb"], "\(pages) pages")
            if isDone { break }
            pages += pages < 60 ? 3 : 20
            try #require(pages < 900)
        }
        #expect(failures > 5)
        let after = try WholeLedger(reopening: whole)
        #expect(try after.ledger.verify().isIntact)
        await after.ledger.close()
    }
}
