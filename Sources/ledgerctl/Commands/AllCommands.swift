import Ledger

extension CommandTable {
    /// The version of this package.
    static let packageVersion = "0.1.0"

    /// Every command there is, in the order of the help.
    static let all: CommandTable = CommandTable(commands: [
        InitCommand.command,
        ConfigureCommand.command,
        CatalogImportCommand.command,
        CatalogListCommand.command,
        PolicySetCommand.command,
        PolicyListCommand.command,
        IngestCommand.command,
        FinishCommand.command,
        SpendCommand.command,
        ReverseSpendCommand.command,
        CreditCommand.command,
        ReverseCreditCommand.command,
        GrantCommand.command,
        EndGrantCommand.command,
        AttemptCommand.command,
        AssignCommand.command,
        EraseCommand.command,
        EntitlementsCommand.command,
        StatusCommand.command,
        BalanceCommand.command,
        AttemptsCommand.command,
        AppTransactionCommand.command,
        HistoryCommand.command,
        ExplainCommand.command,
        UnfinishedCommand.command,
        UnattributedCommand.command,
        AnomaliesCommand.command,
        RefundsCommand.command,
        ReplayCommand.command,
        DiffCommand.command,
        ExportCommand.command,
        TailCommand.command,
        VerifyCommand.command,
        KeyCommand.command,
        CheckpointCommand.command,
        ProveCommand.command,
        VerifyProofCommand.command,
        VerifyExportCommand.command,
        TilesCommand.command,
        StatsCommand.command,
        QuarantineListCommand.command,
        QuarantineShowCommand.command,
        QuarantineRetryCommand.command,
        BackupCommand.command,
        RebuildCommand.command,
        HelpCommand.command(for: { .all }),
        VersionCommand.command(
            versions: Versions(
                release: packageVersion, rules: BuildVersions.rules, format: BuildVersions.format,
                lmdb: BuildVersions.lmdb)),
    ])
}
