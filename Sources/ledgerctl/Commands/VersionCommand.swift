import Ledger

/// What a report of a problem has to name.
struct Versions: Sendable, Equatable {
    /// The release of the package.
    var release: String
    /// The version of the fold.
    var rules: Int
    /// The format of the ledger's tables.
    var format: UInt32
    /// The version of the LMDB library that is loaded.
    var lmdb: String
}

/// `ledgerctl version`.
enum VersionCommand {
    /// The command, for the versions of a build.
    static func command(versions: Versions) -> Command {
        Command(
            "version", "Prints the versions that a report of a problem needs.", options: [.json]
        ) { arguments, console in
            if arguments.has(Option.json.name) {
                try console.print(json: json(versions))
            } else {
                try console.print("ledgerctl \(versions.release)")
                try console.print("rules \(versions.rules)")
                try console.print("format \(versions.format)")
                try console.print("liblmdb \(versions.lmdb)")
            }
            return .done
        }
    }

    private static func json(_ versions: Versions) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("version", versions.release)
            json.member("rules", versions.rules)
            json.member("format", versions.format)
            json.member("liblmdb", versions.lmdb)
        }
        return json.bytes
    }
}
