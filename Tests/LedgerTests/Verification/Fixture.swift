import Foundation

/// Files of the folder Fixtures, and tables in them.
enum Fixture {
    /// Tests/LedgerTests/Fixtures.
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures")

    /// The bytes of a file.
    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appendingPathComponent(path)))
    }

    /// The rows of a table of tab-separated values, each as a dictionary by column.
    static func table(_ path: String) throws -> [[String: String]] {
        let text = String(decoding: try bytes(path), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline)
        let cells = lines.map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        guard let columns = cells.first else { return [] }
        return cells.dropFirst().map { row in
            Dictionary(zip(columns, row)) { first, _ in first }
        }
    }

    /// All files below a folder whose name ends so, sorted.
    static func paths(under folder: String, suffixes: [String]) throws -> [String] {
        let root = self.folder.appendingPathComponent(folder)
        let names = try FileManager.default.subpathsOfDirectory(atPath: root.path)
        return names.filter { name in suffixes.contains { name.hasSuffix($0) } }.sorted()
            .map { folder + "/" + $0 }
    }

    /// A token without the line break that some files end with.
    static func token(_ path: String) throws -> [UInt8] {
        var token = try bytes(path)
        while token.last == 0x0A { token.removeLast() }
        return token
    }
}
