import Foundation

/// A file system in memory, small enough to fill.
struct SmallDisk {
    let directory: TemporaryDirectory

    /// Nil where the process may not mount.
    init?(sizeBytes: Int) {
        guard let directory = try? TemporaryDirectory() else { return nil }
        self.directory = directory
        let words = ["-t", "tmpfs", "-o", "size=\(sizeBytes)", "tmpfs", directory.path]
        guard Self.run("/bin/mount", words) else { return nil }
    }

    /// Writes zeros until nothing more fits, and takes some of them away again.
    func fill(leavingBytes: Int) throws {
        let path = directory.path + "/filling"
        try Data().write(to: URL(fileURLWithPath: path))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        defer { try? file.close() }
        var sizeBytes: UInt64 = 0
        let page = Data(count: 4_096)
        while (try? file.write(contentsOf: page)) != nil { sizeBytes += UInt64(page.count) }
        try file.truncate(atOffset: sizeBytes - UInt64(leavingBytes))
    }

    /// Gives the room back.
    func empty() throws {
        try FileManager.default.removeItem(atPath: directory.path + "/filling")
    }

    func unmount() { _ = Self.run("/bin/umount", [directory.path]) }

    private static func run(_ path: String, _ words: [String]) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = words
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// True where the process may mount.
    static let isPossible: Bool = {
        guard let trial = SmallDisk(sizeBytes: 65_536) else { return false }
        trial.unmount()
        return true
    }()
}
