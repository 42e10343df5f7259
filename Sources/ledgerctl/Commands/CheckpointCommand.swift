import Ledger

/// `ledgerctl checkpoint`.
enum CheckpointCommand {
    private static let key = Option("key", "FILE", "The key that signs.")
    private static let add = Option(
        "add", "FILE",
        "Adds the signatures of this checkpoint to the stored one, and signs nothing.")

    static let command = Command(
        "checkpoint", "Signs how many events there are, and the root over them.",
        discussion: """
            Nothing is signed that contradicts what was signed before: the checkpoint kept beside
            the key, and every stored one, are compared with the log first. Signing again when
            nothing was appended gives the same checkpoint.

            A checkpoint only binds if somebody else keeps it: send it to your auditor, or to
            witnesses. What a witness sends back, behind the checkpoint that was sent to it, is
            stored with --add; its key, given as --verifier-key, is remembered.
            """,
        options: [key, add, .verifierKey, .output, .json],
        exclusiveOptions: [ExclusiveOptions(options: ["key", "add"], isRequired: true)]
    ) { arguments, console in
        let checkpoint: LedgerCheckpoint
        if let path = arguments.value(of: add.name) {
            let note = try InputFile.contents(of: path)
            let keys = try arguments.verifierKeys()
            let added = try await arguments.withLedger { ledger in
                try await ledger.addSignatures(of: note, verifierKeys: keys)
            }
            console.note("added signatures: \(added.addedCount)")
            checkpoint = added.checkpoint
        } else {
            if arguments.has(Option.verifierKey.name) {
                throw UsageError.misplacedOption("--verifier-key", behind: "--add")
            }
            let signer = try CheckpointKey(at: arguments.requiredIdentifier(of: key.name))
            checkpoint = try await arguments.withLedger { ledger in
                try await ledger.signCheckpoint(with: signer)
            }
        }
        try write(checkpoint, arguments, console)
        return .done
    }

    /// Writes the note where it is asked for; JSON goes to standard output beside a file.
    private static func write(
        _ checkpoint: LedgerCheckpoint, _ arguments: ParsedArguments, _ console: Console
    ) throws {
        let isJSON = arguments.has(Option.json.name)
        if arguments.has(Option.output.name) || !isJSON {
            try arguments.write(checkpoint.note, console)
        }
        if isJSON { try console.print(json: checkpoint.json) }
    }
}
