import Ledger

/// `ledgerctl prove`.
enum ProveCommand {
    private static let sequence = Option("sequence", "N", "The event to prove.")
    private static let from = Option(
        "from", "CHECKPOINT", "The older checkpoint: a file, or how many events a stored one has.")
    private static let to = Option(
        "to", "CHECKPOINT", "The newer checkpoint, in the same way; always with --from.")

    static let command = Command(
        "prove", "Writes a proof that anyone can check without the ledger.",
        discussion: """
            With --sequence: that the event is in the log of a checkpoint, the newest stored one
            unless --checkpoint names another. The file has the event and the token that Apple
            signed, so that it is personal data.

            With --from and --to: that the log only grew from one checkpoint to the other. Digits
            name a stored checkpoint; put ./ before the name of a file that has no other
            characters.
            """,
        options: [sequence, .checkpoint, from, to, .output],
        exclusiveOptions: [
            ExclusiveOptions(
                options: ["sequence", "from"], isRequired: true, companions: ["from": "to"])
        ]
    ) { arguments, console in
        let number = try arguments.integer(of: sequence.name, in: 1 ... .max)
        let proof: [UInt8]
        if let number {
            if arguments.has(to.name) { throw UsageError.misplacedOption("--to", behind: "--from") }
            let checkpoint = try arguments.checkpointIfGiven()
            proof = try await arguments.withLedger { ledger in
                try ledger.proveEvent(UInt64(number), in: checkpoint)
            }
        } else {
            if arguments.has(Option.checkpoint.name) {
                throw UsageError.misplacedOption("--checkpoint", behind: "--sequence")
            }
            let older = try source(of: from.name, arguments)
            let newer = try source(of: to.name, arguments)
            proof = try await arguments.withLedger { ledger in
                try ledger.proveConsistency(from: older, to: newer)
            }
        }
        try arguments.write(proof, console)
        return .done
    }

    /// A stored checkpoint where only digits are given, else the one in a file.
    private static func source(
        of name: String, _ arguments: ParsedArguments
    ) throws -> TransactionLedger.CheckpointSource {
        let text = try arguments.requiredIdentifier(of: name)
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            guard let size = UInt64(text) else {
                throw UsageError.wrongValue(
                    of: "--\(name)", expected: "a file or a number of events")
            }
            return .stored(size: size)
        }
        return .given(try arguments.checkpoint(at: text))
    }
}
