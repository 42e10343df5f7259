internal import BenchmarkSupport
internal import Foundation

/// `ledgerctl` as its users run it: a process of its own, watched from outside.
struct LedgerCommand {
    let path: String
    let ledger: String

    /// What one run took.
    struct Run {
        var seconds: Double
        /// The most anonymous memory that was seen.
        var peakMebibytes: Double
        /// Bytes of what it printed.
        var outputByteCount: Int
    }

    /// Runs one command to its end.
    ///
    /// - Throws: `BenchmarkError` where it says anything but that all went well.
    func run(_ arguments: [String]) throws -> Run {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments + ["--ledger", ledger]
        let pipe = Pipe()
        process.standardOutput = pipe
        let start = seconds()
        try process.run()
        let memory = AnonymousMemory(of: process.processIdentifier)
        let byteCount = try drain(pipe.fileHandleForReading)
        process.waitUntilExit()
        let duration = seconds() - start
        let peak = memory.end()
        guard process.terminationStatus == 0 else {
            throw BenchmarkError("ledgerctl \(arguments.first ?? "") failed")
        }
        return Run(
            seconds: duration, peakMebibytes: Double(peak) / 1024, outputByteCount: byteCount)
    }

    /// Reads everything and keeps nothing.
    private func drain(_ output: FileHandle) throws -> Int {
        var count = 0
        while let chunk = try output.read(upToCount: 1 << 20), !chunk.isEmpty {
            count += chunk.count
        }
        return count
    }
}
