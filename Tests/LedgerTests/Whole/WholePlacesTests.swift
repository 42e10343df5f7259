import Foundation
import LedgerTesting
import Testing

@testable import Ledger

@Suite("The whole ledger: places that are not as they should be")
struct WholePlacesTests {
    private static func isInvalid(_ error: any Error) -> Bool {
        (error as? LedgerError)?.code == .invalidArgument
    }

    private static func rebuild(_ path: String) throws -> RebuildReport {
        try TransactionLedger.rebuild(at: path)
    }

    @Test("A backup into the ledger's own directory is refused, also through links")
    func backupWithin() async throws {
        let whole = try WholeLedger()
        try await whole.importCatalog()
        let files = FileManager.default
        let link = whole.directory.path + "/link"
        try files.createSymbolicLink(atPath: link, withDestinationPath: whole.path)
        let before = try files.contentsOfDirectory(atPath: whole.path).sorted()
        for path in [whole.path, whole.path + "/backup", whole.path + "/.", link, link + "/a"] {
            let error = #expect(throws: (any Error).self) { try whole.ledger.backup(to: path) }
            #expect(error.map(Self.isInvalid) == true, "\(path)")
        }
        #expect(try files.contentsOfDirectory(atPath: whole.path).sorted() == before)
        // Beside it, under a name that begins with the same letters.
        let report = try whole.ledger.backup(to: whole.path + "2")
        #expect(report.sequence == 1)
        await whole.ledger.close()
    }

    @Test("A rebuild deletes nothing through a link that has its directory's name")
    func rebuildThroughLink() async throws {
        let whole = try WholeLedger()
        try await whole.importCatalog()
        let files = FileManager.default
        await whole.ledger.close()
        let path = whole.path
        let other = whole.directory.path + "/other"
        try files.createDirectory(atPath: other + "/dear", withIntermediateDirectories: true)
        let name = whole.path + "/" + RebuildStore.directoryName
        try files.createSymbolicLink(atPath: name, withDestinationPath: other)
        for _ in 0..<2 {
            let error = #expect(throws: (any Error).self) { try Self.rebuild(path) }
            #expect(error.map(Self.isInvalid) == true)
            #expect(try files.contentsOfDirectory(atPath: other) == ["dear"])
            // Then a file in its place.
            try files.removeItem(atPath: name)
            try Data("text".utf8).write(to: URL(filePath: name))
        }
        try files.removeItem(atPath: name)
        #expect(try Self.rebuild(path).correctedCount == 0)
    }
}
