import Ledger

/// `ledgerctl key`.
enum KeyCommand {
    private static let output = Option(
        "output", "FILE", "Where to write the key; never over another file.", isRequired: true)
    private static let name = Option(
        "name", "NAME",
        "The log's name: best a URL of yours without https://. The first bundle ID, unless given.")

    static let command = Command(
        "key", "Makes a key that signs checkpoints.",
        discussion: """
            Only its owner can read FILE. Keep it away from the ledger and its backups: whoever has
            it can sign. Beside it, as FILE.checkpoint, the newest checkpoint that it has signed is
            kept.

            Prints the verifier key, which everybody may have and who checks needs. With --name, no
            ledger is needed.
            """,
        options: [output, name, .json]
    ) { arguments, console in
        let path = try arguments.requiredIdentifier(of: output.name)
        // The verifier key goes to standard output; the secret does not.
        guard path != "-" else { throw UsageError.wrongValue(of: "--output", expected: "a file") }
        let key: CheckpointKey
        do {
            key = try CheckpointKey.create(at: path, name: try await keyName(arguments))
        } catch let error as AuditError where error.code == .invalidKey {
            throw UsageError.wrongValue(
                of: "--name", expected: "1 to 255 bytes, without white space and plus signs")
        }
        if arguments.has(Option.json.name) {
            try console.print(json: key.json)
        } else {
            try console.print(key.verifierKey)
        }
        return .done
    }

    private static func keyName(_ arguments: ParsedArguments) async throws -> String {
        if let given = arguments.value(of: name.name) { return given }
        return try await arguments.withLedger { ledger in
            try arguments.required(name.name, ledger.configuration.apps.first?.bundleID)
        }
    }
}
