internal import Foundation

/// A directory for the files of one run; removed at its end.
package struct Workspace: Sendable {
    package let path: String

    /// Makes the directory: in the given one, else below the build directory, which is on a disk,
    /// as the system's directory for temporary files may not be.
    package init(in parent: String) throws {
        path = parent + "/run-\(ProcessInfo.processInfo.processIdentifier)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    package func file(_ name: String) -> String { path + "/" + name }

    /// Copies a closed ledger.
    package func copyLedger(_ from: String, to: String) throws {
        try FileManager.default.createDirectory(atPath: to, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: from + "/data.mdb", toPath: to + "/data.mdb")
    }

    package func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: file(name))
    }

    package func removeAll() throws {
        try FileManager.default.removeItem(atPath: path)
    }
}
