import Foundation
import LedgerTesting
import Testing

@testable import Ledger

/// `ledgerctl` as it was built, run as processes of their own on one ledger.
struct WholeProgram {
    /// What a process left behind.
    struct Outcome {
        var status: Int32
        var wasKilled: Bool
        var output: String
        var errors: String

        /// A member of the JSON that it printed.
        func number(_ name: String) -> Int? {
            let json = try? JSONSerialization.jsonObject(with: Data(output.utf8))
            return ((json as? [String: Any])?[name] as? NSNumber)?.intValue
        }
    }

    let directory: TemporaryDirectory
    let ledgerPath: String

    init(ledgerAt path: String? = nil) throws {
        directory = try TemporaryDirectory()
        ledgerPath = path ?? directory.path + "/ledger"
        try Data(WholeStore.production().rootCertificate)
            .write(to: URL(fileURLWithPath: directory.path + "/root.der"))
    }

    /// Writes deliveries as JSON Lines.
    func write(_ deliveries: [[UInt8]], to name: String) throws -> String {
        let path = directory.path + "/" + name
        try Data(deliveries.flatMap { $0 + [UInt8(ascii: "\n")] })
            .write(to: URL(fileURLWithPath: path))
        return path
    }

    func makeLedger() async throws {
        let store = try WholeStore.production()
        let made = try await run([
            "init", "--bundle-id", store.bundleID, "--app-apple-id", "\(store.appAppleID)",
            "--root-certificate", directory.path + "/root.der",
        ])
        try #require(made.status == 0, "\(made.errors)")
    }

    func openLedger() throws -> TransactionLedger { try TransactionLedger(at: ledgerPath) }

    /// Runs the program to its end, or kills it after a while.
    func run(
        _ words: [String], killAfterMilliseconds: Int? = nil
    ) async throws -> Outcome {
        let name = directory.path + "/" + UUID().uuidString
        for end in [".out", ".err"] {
            try Data().write(to: URL(fileURLWithPath: name + end))
        }
        let process = Process()
        process.executableURL = try Self.url()
        process.arguments = words
        process.environment = ["LEDGER_PATH": ledgerPath]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: name + ".out")
        process.standardError = FileHandle(forWritingAtPath: name + ".err")
        try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { _ in continuation.resume() }
            do {
                try process.run()
            } catch {
                return continuation.resume(throwing: error)
            }
            guard let killAfterMilliseconds else { return }
            let child = process.processIdentifier
            DispatchQueue.global().asyncAfter(
                deadline: .now() + .milliseconds(killAfterMilliseconds)
            ) {
                if process.isRunning { kill(child, SIGKILL) }
            }
        }
        return Outcome(
            status: process.terminationStatus,
            wasKilled: process.terminationReason == .uncaughtSignal,
            output: try String(contentsOfFile: name + ".out", encoding: .utf8),
            errors: try String(contentsOfFile: name + ".err", encoding: .utf8))
    }

    /// The program, which lies beside the tests.
    private static func url() throws -> URL {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let program = tests.deletingLastPathComponent().appendingPathComponent("ledgerctl")
        try #require(
            FileManager.default.isExecutableFile(atPath: program.path),
            "there is no \(program.path); build the whole package")
        return program
    }
}
