internal import BenchmarkSupport
internal import Foundation
internal import LedgerTesting

extension Benchmark {
    /// Signatures a second by Apple's own Python library; nil where it is not installed.
    func pythonVerificationRate(_ inputs: SignedInputs) throws -> Double? {
        let tokens = workspace.file("tokens.txt")
        let root = workspace.file("root.pem")
        let transactions = zip(inputs.inputs, inputs.tokens)
            .filter { $0.0.notificationType == nil }.prefix(200).map(\.1)
        guard !transactions.isEmpty else { throw BenchmarkError("the load has no transaction") }
        let lines = Data(transactions.flatMap { $0 + [0x0A] })
        try lines.write(to: URL(fileURLWithPath: tokens))
        try Data(shop.store.rootCertificatePEM.utf8).write(to: URL(fileURLWithPath: root))
        return try runPeer(
            "apple_verification.py",
            [root, shop.store.bundleID, String(shop.store.appAppleID), tokens])
    }

    /// Events a second that UmaDB appends durably; nil where it is not installed.
    func umaDBRate(size: Int, _ commits: Int) throws -> Double? {
        try runPeer(
            "umadb_append.py",
            [
                workspace.file("umadb-\(size)"), String(size), String(max(3, min(commits, 300))),
                String(options.scaled(3, smoke: 1)),
            ])
    }

    /// Runs a peer's script, which prints one number, or exits with 75 where its package is
    /// missing.
    private func runPeer(_ script: String, _ arguments: [String]) throws -> Double? {
        guard let python = options.python else { return nil }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = ["\(options.peers)/\(script)"] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        if process.terminationStatus == Self.notInstalled { return nil }
        let text = String(decoding: output, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard process.terminationStatus == 0, let rate = Double(text), rate > 0 else {
            throw BenchmarkError("\(script) failed")
        }
        return rate
    }

    /// `EX_TEMPFAIL`: the peer is not here.
    private static let notInstalled: Int32 = 75
}
