import Foundation
import Ledger

extension Option {
    /// The keys that are trusted.
    static let verifierKey = Option(
        "verifier-key", "KEY",
        "A key that is trusted: what 'key' printed, or a file of such lines.",
        isRepeated: true)

    /// A signed checkpoint that somebody kept.
    static let checkpoint = Option("checkpoint", "FILE", "A signed checkpoint.")
}

/// Keys and checkpoints that the arguments name.
extension ParsedArguments {
    /// The verifier keys of `--verifier-key`: each value is a file of them, or one itself.
    func verifierKeys() throws -> [String] {
        try values(of: Option.verifierKey.name).flatMap { value -> [String] in
            let isFile = FileManager.default.fileExists(atPath: value)
            guard isFile || !value.contains("+") else { return [value] }
            let bytes = try InputFile.contents(of: value)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw CommandFailure(status: .wrongUsage, message: "\(value) is no file of keys")
            }
            return text.split(separator: "\n").map(String.init)
        }
    }

    /// The checkpoint in a file, its signatures checked where keys are given.
    func checkpoint(at path: String) throws -> LedgerCheckpoint {
        try LedgerCheckpoint(
            note: try InputFile.contents(of: path), verifierKeys: try verifierKeys())
    }

    /// The checkpoint of `--checkpoint`; nil where it is not given.
    func checkpointIfGiven() throws -> LedgerCheckpoint? {
        try value(of: Option.checkpoint.name).map { try checkpoint(at: $0) }
    }
}

extension ParsedArguments {
    /// Writes bytes to the file of `--output`, or to standard output.
    func write(_ bytes: [UInt8], _ console: Console) throws {
        try withOutput(console) { write in try write(bytes.span) }
    }
}
