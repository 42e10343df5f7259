import Ledger

/// `ledgerctl quarantine list`.
enum QuarantineListCommand {
    /// How many rows one read transaction visits; a long-lived reader makes the file grow.
    private static let rowsPerReadMax = 1_000

    private static let limit = Option("limit", "N", "The most rows; all, unless given.")
    private static let after = Option(
        "after", "ROW", "Only rows behind this one: the last row of a page asks for the next.")

    static let command = Command(
        "quarantine list", "Lists what was not taken in.",
        discussion: """
            Lists signed data that failed verification, and what was no signed data at all, in the
            order in which it first came. The same bytes are listed once, with how often they came.
            """,
        options: [limit, after, .json]
    ) { arguments, console in
        let limit = try arguments.integer(of: limit.name, in: 1 ... .max).map(Int.init)
        let after = try arguments.integer(of: after.name, in: 0 ... .max).map(UInt64.init)
        let (inputs, totals) = try await arguments.withLedger { ledger in
            (
                try page(of: ledger, limit: limit ?? .max, after: after ?? 0),
                try ledger.quarantineTotals()
            )
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

    /// Inputs page by page; the table of the ledger has a limit of its own.
    private static func page(
        of ledger: TransactionLedger, limit: Int, after number: UInt64
    ) throws -> [QuarantinedInput] {
        var inputs: [QuarantinedInput] = []
        while true {
            let wanted = min(rowsPerReadMax, limit - inputs.count)
            if wanted == 0 { return inputs }
            let next = try ledger.quarantine(
                limit: wanted, after: inputs.last?.number ?? number)
            inputs += next
            if next.count < wanted { return inputs }
        }
    }

    /// A row for each input.
    static func table(of inputs: [QuarantinedInput]) -> Table {
        var table = Table([
            Table.Column("Row", .right), Table.Column("Kind"), Table.Column("Reason"),
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
                for input in inputs { json.object { QuarantinedInputText.write(input, to: &$0) } }
            }
            json.member("notKept", totals.notKeptCount)
        }
        return json.bytes
    }
}
