import Ledger

/// `ledgerctl quarantine show`.
enum QuarantineShowCommand {
    private static let output = Option(
        "output", "FILE",
        "Also writes the kept bytes, which may name a customer; - writes them alone.")

    static let command = Command(
        "quarantine show", "Shows what is kept of one input that was not taken in.",
        discussion: """
            Shows why it was not taken in, when and from where it came, how often, and the digest
            of its bytes. The bytes themselves are written only where --output says so: nothing
            about them is to be believed, and they may name a customer.
            """,
        operands: [Operand("ROW", "The row's number, as quarantine list prints it.")],
        options: [output, .json]
    ) { arguments, console in
        let number = try QuarantinedInputText.number(arguments.operands.first ?? "")
        let path = arguments.value(of: output.name)
        let (input, bytes) = try await arguments.withLedger { ledger in
            guard let input = try ledger.quarantinedInput(number: number),
                let bytes = try ledger.quarantinedBytes(number: number)
            else {
                throw CommandFailure(
                    status: .answerIsNo, message: "the quarantine holds no row \(number)")
            }
            return (input, bytes)
        }
        if path != nil {
            try arguments.withOutput(console, permissions: OutputFile.secretPermissions) { write in
                try write(bytes.span)
            }
            if input.byteCount > UInt64(bytes.count) {
                console.note("only the first \(bytes.count) of \(input.byteCount) bytes are kept")
            }
        }
        if path == "-" { return .done }
        if arguments.has(Option.json.name) {
            try console.print(json: json(input))
        } else {
            for line in table(of: input).lines { try console.print(line) }
        }
        return .done
    }

    /// A row for each thing that is kept.
    static func table(of input: QuarantinedInput) -> Table {
        var table = Table([Table.Column("What"), Table.Column("Value")])
        table.append(["row", "\(input.number)"])
        table.append(["kind", input.kind.rawValue])
        table.append(["reason", input.reason])
        table.append(["input", input.location.isEmpty ? nil : input.location])
        table.append(["first came", input.recordedAt.iso8601])
        table.append(["last came", input.lastSeenAt.iso8601])
        table.append(["times", "\(input.times)"])
        table.append(["presented by", "\(input.presenterCount) accounts"])
        table.append(["bytes", "\(input.byteCount)"])
        table.append(["bytes kept", "\(input.keptByteCount)"])
        table.append(["SHA-256", Hexadecimal.text(of: input.digest)])
        table.append(["can be retried", input.isRetriable ? "yes" : "no"])
        return table
    }

    private static func json(_ input: QuarantinedInput) -> [UInt8] {
        var json = JSONWriter()
        json.object { QuarantinedInputText.write(input, to: &$0) }
        return json.bytes
    }
}

/// A row of the quarantine as JSON, and its number as an operand.
enum QuarantinedInputText {
    static func write(_ input: QuarantinedInput, to json: inout JSONWriter) {
        json.member("number", input.number)
        json.member("kind", input.kind.rawValue)
        json.member("reason", input.reason)
        json.member("input", input.location.isEmpty ? nil : input.location)
        json.member("recordedAt", input.recordedAt)
        json.member("lastSeenAt", input.lastSeenAt)
        json.member("times", input.times)
        json.member("presenters", input.presenterCount)
        json.member("byteCount", input.byteCount)
        json.member("keptByteCount", input.keptByteCount)
        json.member("retriable", input.isRetriable)
        json.member("sha256", Hexadecimal.text(of: input.digest))
    }

    /// A row's number, as it was typed.
    static func number(_ text: String) throws(UsageError) -> UInt64 {
        guard let number = UInt64(text), number > 0 else {
            throw .wrongValue(of: "ROW", expected: "a row's number, such as 7")
        }
        return number
    }
}
