import Foundation
import Testing

/// The program as it was built, run as a process of its own.
enum BuiltProgram {
    /// What a process left behind.
    struct Outcome: Equatable {
        var status: Int32
        var output: String
        var errors: String
    }

    /// The program, which lies beside the tests.
    static func url() throws -> URL {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let program = tests.deletingLastPathComponent().appendingPathComponent("ledgerctl")
        try #require(
            FileManager.default.isExecutableFile(atPath: program.path),
            "there is no \(program.path); build the whole package")
        return program
    }

    /// Runs the program to its end.
    ///
    /// Output goes through files, so that a long one cannot block the process; `output` stays empty
    /// where it is given another place.
    static func run(
        _ words: [String], environment: [String: String] = [:], input: [UInt8] = [],
        standardOutput: FileHandle? = nil
    ) async throws -> Outcome {
        let directory = try TemporaryDirectory()
        let output = try directory.write("", to: "output")
        let errors = try directory.write("", to: "errors")
        let process = Process()
        process.executableURL = try url()
        process.arguments = words
        process.environment = environment
        process.standardInput = FileHandle(
            forReadingAtPath: try directory.write(input, to: "input"))
        process.standardOutput = standardOutput ?? FileHandle(forWritingAtPath: output)
        process.standardError = FileHandle(forWritingAtPath: errors)
        try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { _ in continuation.resume() }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
            }
        }
        try #require(process.terminationReason == .exit, "the program was ended by a signal")
        return Outcome(
            status: process.terminationStatus,
            output: try directory.text(of: "output"),
            errors: try directory.text(of: "errors"))
    }
}
