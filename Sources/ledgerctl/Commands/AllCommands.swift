import Ledger

extension CommandTable {
    /// The version of this package.
    static let packageVersion = "0.1.0"

    /// Every command there is, in the order of the help.
    static let all: CommandTable = CommandTable(commands: [
        InitCommand.command,
        CatalogImportCommand.command,
        IngestCommand.command,
        EntitlementsCommand.command,
        StatusCommand.command,
        HelpCommand.command(for: { .all }),
        VersionCommand.command(
            versions: Versions(
                release: packageVersion, rules: BuildVersions.rules, format: BuildVersions.format,
                lmdb: BuildVersions.lmdb)),
    ])
}
