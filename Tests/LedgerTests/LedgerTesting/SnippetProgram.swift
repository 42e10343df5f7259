import Foundation
import Testing

/// A snippet, built beside the tests.
enum SnippetProgram {
    /// Runs it.
    ///
    /// - Returns: its exit status and what it printed.
    static func run(
        _ name: String, _ arguments: [String] = []
    ) throws -> (status: Int32, output: String) {
        let tests = try #require(Bundle.main.executableURL?.resolvingSymlinksInPath())
        let process = Process()
        process.executableURL = tests.deletingLastPathComponent().appendingPathComponent(name)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }
}
