import Ledger

/// `ledgerctl quarantine list`.
enum QuarantineListCommand {
    /// How many rows one read transaction visits; a long-lived reader makes the file grow.
    private static let rowsPerReadMax = 1_000

    static let command = Command(
        "quarantine list", "Lists what was not taken in.",
        discussion: """
            Lists signed data that failed verification, and what was no signed data at all, in the
            order in which it first came. The same bytes are listed once, with how often they came.
            """,
        options: [.json]
    ) { arguments, console in
        let (inputs, totals) = try await arguments.withLedger { ledger in
            (try everyInput(of: ledger), try ledger.quarantineTotals())
        }
        if arguments.has(Option.json.name) {
            try console.print(json: json(inputs, totals))
        } else {
            try console.print(table(of: inputs), orIfEmpty: "nothing is quarantined")
            if totals.notKeptCount > 0 {
                try console.print("and \(totals.notKeptCount) for which there was no room")
            }
        }
        return .done
    }

    /// Every input, page by page; the table of the ledger has a limit of its own.
    private static func everyInput(of ledger: TransactionLedger) throws -> [QuarantinedInput] {
        var inputs: [QuarantinedInput] = []
        while true {
            let page = try ledger.quarantine(
                limit: rowsPerReadMax, after: inputs.last?.number ?? 0)
            inputs += page
            guard page.count == rowsPerReadMax else { return inputs }
        }
    }

    /// A row for each input.
    static func table(of inputs: [QuarantinedInput]) -> Table {
        var table = Table([
            Table.Column("Number", .right), Table.Column("Kind"), Table.Column("Reason"),
            Table.Column("First came"), Table.Column("Last came"),
            Table.Column("Times", .right), Table.Column("Bytes", .right), Table.Column("Input"),
        ])
        for input in inputs {
            table.append([
                "\(input.number)", input.kind.rawValue, input.reason, input.recordedAt.iso8601,
                input.lastSeenAt.iso8601, "\(input.times)", "\(input.byteCount)",
                input.location.isEmpty ? nil : input.location,
            ])
        }
        return table
    }

    private static func json(_ inputs: [QuarantinedInput], _ totals: QuarantineTotals) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.array("quarantined") { json in
                for input in inputs { json.object { write(input, to: &$0) } }
            }
            json.member("notKept", totals.notKeptCount)
        }
        return json.bytes
    }

    private static func write(_ input: QuarantinedInput, to json: inout JSONWriter) {
        json.member("number", input.number)
        json.member("kind", input.kind.rawValue)
        json.member("reason", input.reason)
        json.member("input", input.location.isEmpty ? nil : input.location)
        json.member("recordedAt", input.recordedAt)
        json.member("lastSeenAt", input.lastSeenAt)
        json.member("times", input.times)
        json.member("byteCount", input.byteCount)
        json.member("keptByteCount", input.keptByteCount)
        json.member("sha256", hexadecimal(input.digest))
    }

    /// Bytes as two lower-case digits each.
    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
