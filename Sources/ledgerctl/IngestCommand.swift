internal import Foundation
import Ledger

extension Command {
    /// Takes in signed data of any shape.
    static let ingest = Command(
        description: CommandDescription(
            words: ["ingest"], summary: "Take in notifications, responses and bare JWS.",
            operands: "FILE...",
            options: [
                OptionDescription(
                    name: "presented-by", argument: "UUID",
                    summary: "Which of the host's accounts presented it."),
                OptionDescription(name: "json", summary: "Print JSON (the default today)."),
            ])
    ) { arguments in
        guard !arguments.operands.isEmpty else {
            throw UsageError("ingest takes at least one FILE, or - for standard input")
        }
        let account = try arguments.value("presented-by").map(SharedOptions.uuid)
        let ledger = try openLedger(arguments)
        var report = IngestReport()
        for path in arguments.operands {
            let handle = try open(path)
            try await ledger.ingest(name: path, presentedBy: account, into: &report) {
                try handle.read(upToCount: 1 << 16).map { [UInt8]($0) } ?? []
            }
        }
        await ledger.close()
        try Console.write(report.json + [UInt8(ascii: "\n")])
        return report.problems.isEmpty ? .done : .no
    }

    private static func open(_ path: String) throws -> FileHandle {
        if path == "-" { return .standardInput }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw FileUnreadable(path: path)
        }
        return handle
    }
}
