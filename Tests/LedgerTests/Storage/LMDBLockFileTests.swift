internal import Foundation
internal import Testing

@testable internal import Ledger

@Suite("The lock file")
struct LMDBLockFileTests {
    /// How large the file is, and how much of the disk it has.
    private static func room(of path: String) throws -> (sizeBytes: Int, takenBytes: Int) {
        var status = stat()
        try #require(unsafe stat(path, &status) == 0)
        return (Int(status.st_size), Int(status.st_blocks) * 512)
    }

    private static func fill(_ path: String) throws {
        let file = unsafe open(path, O_WRONLY | O_CREAT, 0o600)
        try #require(file >= 0)
        defer { _ = close(file) }
        let page = [UInt8](repeating: 1, count: 4_096)
        while unsafe write(file, page, page.count) > 0 {}
    }

    @Test("Every page of the lock file has its room on the disk, also of one with holes")
    func hasRoom() throws {
        let directory = try TemporaryDirectory()
        let lock = directory.path + "/lock.mdb"
        let options = LMDBEnvironmentOptions(access: .readWrite(create: true))
        try LMDBEnvironment.open(directory: directory.path, options: options).close()
        let made = try Self.room(of: lock)
        #expect(made.sizeBytes > 64 * options.readersMax)
        #expect(made.takenBytes >= made.sizeBytes)
        // As it was made before, and with fewer readers: the size stays.
        for sizeBytes in [made.sizeBytes, 128 + 64 * 126] {
            try FileManager.default.removeItem(atPath: lock)
            #expect(FileManager.default.createFile(atPath: lock, contents: nil))
            try #require(unsafe truncate(lock, off_t(sizeBytes)) == 0)
            #expect(try Self.room(of: lock).takenBytes == 0)
            try LMDBLockFile.takeRoom(in: directory.path, readersMax: 1_024, mode: 0o600)
            let taken = try Self.room(of: lock)
            #expect(taken.sizeBytes == sizeBytes && taken.takenBytes >= sizeBytes)
            try LMDBEnvironment.open(directory: directory.path, options: options).close()
        }
    }

    /// Writes a file to a small disk; waits for room that a child which another test has forked still
    /// holds by a file that is deleted.
    private static func reserve(_ bytes: ArraySlice<UInt8>, at path: String) throws {
        for _ in 0..<200 {
            if (try? Data(bytes).write(to: URL(filePath: path))) != nil { return }
            usleep(50_000)
        }
        try Data(bytes).write(to: URL(filePath: path))
    }

    @Test(
        "A store that is opened on a full disk, to read or to write, opens or says that it is full",
        .enabled(if: TinyFileSystem.isPossible, "the process may not mount a file system"))
    func fullDisk() throws {
        let disk = try #require(TinyFileSystem(sizeBytes: 1 << 20))
        defer { disk.unmount() }
        let path = disk.directory.path
        var options = LMDBEnvironmentOptions(access: .readWrite(create: true))
        try LMDBEnvironment.open(directory: path, options: options).close()
        let room = [UInt8](repeating: 1, count: 80 << 10)
        var fulls = 0
        for freeBytes in stride(from: 0, through: room.count, by: 8 << 10) {
            for access in [LMDBEnvironmentOptions.Access.readOnly, .readWrite(create: false)] {
                try FileManager.default.removeItem(atPath: path + "/lock.mdb")
                let reserve = path + "/reserve"
                try Self.reserve(room[..<freeBytes], at: reserve)
                try Self.fill(path + "/filling")
                try FileManager.default.removeItem(atPath: reserve)
                options.access = access
                do {
                    let environment = try LMDBEnvironment.open(directory: path, options: options)
                    #expect(try environment.tableCount() == 0)
                    environment.close()
                } catch {
                    #expect(error == .diskFull)
                    fulls += 1
                }
                try FileManager.default.removeItem(atPath: path + "/filling")
            }
        }
        #expect((2..<22).contains(fulls))
        try LMDBEnvironment.open(directory: path, options: options).close()
    }
}
