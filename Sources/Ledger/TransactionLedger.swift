internal import Foundation

/// An event-sourced ledger of App Store transactions.
///
/// Signed data goes in through `record`, is verified, and is durable when `record` returns. Answers
/// are folds of the log as of any two instants: when something was so, and what was known.
public final class TransactionLedger: Sendable {
    /// The format of the ledger's tables; a higher one is refused.
    static let formatNumber: UInt32 = 1

    let environment: LMDBEnvironment
    let reader: LogReader
    let live: LiveTables
    let symbols: SymbolCache
    let views: LedgerViews
    let desks = QueryDesks()
    let verifier: SignedInputVerifier
    let preparation: SubmissionPreparation
    let writer: GroupCommitWriter<LedgerBatch>
    let clock: @Sendable () -> Instant
    /// How large the file may grow unless the opening says otherwise: 256 GiB.
    public static let mapSizeBytesDefault = LMDBEnvironmentOptions.mapSizeBytesDefault

    /// What the ledger accepts.
    public let configuration: LedgerConfiguration

    /// Makes a new ledger in a directory and opens it.
    ///
    /// - Parameters:
    ///   - path: the ledger's directory; made where it is missing.
    ///   - configuration: what the ledger accepts from now on.
    ///   - mapSizeBytes: the most that the file may grow to. It takes address space, no disk: lower it
    ///     where a process may not have so much, or opens very many ledgers.
    ///   - clock: the instant of now, read for each input.
    /// - Returns: the open ledger.
    /// - Throws: `LedgerError` (`ledgerExists`, `invalidArgument`), `StorageError`, `CocoaError`
    ///   where the directory cannot be made.
    public static func create(
        at path: String, configuration: LedgerConfiguration,
        mapSizeBytes: Int = mapSizeBytesDefault,
        clock: @escaping @Sendable () -> Instant = { .now }
    ) throws -> TransactionLedger {
        let verifier = try makeVerifier(ofGiven: configuration)
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        let environment = try LMDBEnvironment.open(
            directory: path, options: options(mapSizeBytes, create: true))
        try refuseOtherStore(environment)
        let tables = try LogTables(opening: environment)
        let encoded = try StoredConfiguration.encoded(configuration)
        try environment.write { transaction in
            // Another process may have made the ledger meanwhile.
            let made = LogKey.text("format")
            if try tables.meta.contains(made.bytes, in: transaction) {
                throw ledgerExists
            }
            var format = ByteWriter(capacity: 4)
            format.append(formatNumber)
            let formatBytes = format.bytes
            let key = LogKey.text("format")
            try tables.meta.put(key.bytes, formatBytes.bytes, in: transaction)
            let configurationKey = LogKey.text("configuration")
            try tables.meta.put(configurationKey.bytes, encoded.bytes, in: transaction)
            let dictionaryKey = LogKey.text("dictionary\(EvidenceDictionary.currentNumber)")
            let dictionary = EvidenceDictionary.first
            try tables.meta.put(dictionaryKey.bytes, dictionary.bytes, in: transaction)
        }
        return try TransactionLedger(
            environment: environment, tables: tables, configuration: configuration,
            verifier: verifier, clock: clock)
    }

    /// Throws unless the store is empty, or what a creation that was cut short left: tables without
    /// a format and without an event.
    @available(*, noasync)
    private static func refuseOtherStore(_ environment: LMDBEnvironment) throws {
        if try environment.tableCount() == 0 { return }
        guard let meta = try environment.existingTable("meta") else {
            throw LedgerError(
                .invalidArgument, "this directory holds another LMDB store; name another directory")
        }
        let log = try environment.existingTable("log")
        let isUnfinished = try environment.read { transaction in
            let format = LogKey.text("format")
            let hasFormat = try meta.contains(format.bytes, in: transaction)
            return try !hasFormat && (log?.count(in: transaction) ?? 0) == 0
        }
        if isUnfinished { return }
        throw ledgerExists
    }

    private static var ledgerExists: LedgerError {
        LedgerError(
            .ledgerExists, "the directory holds a ledger already: use that one, or name another")
    }

    /// Opens the ledger of a directory.
    ///
    /// - Parameters:
    ///   - path: the ledger's directory.
    ///   - mapSizeBytes: the most that the file may grow to; it takes address space, no disk. A file
    ///     that is more than half as long already may grow to twice its length.
    ///   - clock: the instant of now, read for each input.
    /// - Throws: `LedgerError` (`noSuchLedger`, `newerFormat`, `damaged`), `StorageError`.
    public convenience init(
        at path: String, mapSizeBytes: Int = mapSizeBytesDefault,
        clock: @escaping @Sendable () -> Instant = { .now }
    ) throws {
        try self.init(
            at: path, mapSizeBytes: mapSizeBytes, limits: GroupCommitLimits(), clock: clock)
    }

    /// Opens the ledger of a directory with other limits of its commits.
    convenience init(
        at path: String, mapSizeBytes: Int, limits: GroupCommitLimits,
        clock: @escaping @Sendable () -> Instant
    ) throws {
        guard FileManager.default.fileExists(atPath: path + "/data.mdb") else {
            throw Self.noSuchLedger(at: path)
        }
        let environment = try LMDBEnvironment.open(
            directory: path, options: Self.options(mapSizeBytes, create: false))
        // Nothing is written before it is known that this is a ledger of a format we know.
        guard let meta = try environment.existingTable("meta") else {
            throw Self.noSuchLedger(at: path)
        }
        let configuration = try Self.readConfiguration(meta, environment, path: path)
        try self.init(
            environment: environment, tables: try LogTables(opening: environment),
            configuration: configuration,
            verifier: try Self.storedVerifier(configuration), limits: limits, clock: clock)
    }

    /// A mistyped path must not lead to a second ledger.
    private static func noSuchLedger(at path: String) -> LedgerError {
        let isThere = FileManager.default.fileExists(atPath: path)
        return LedgerError(
            .noSuchLedger,
            isThere
                ? "\(path) holds no ledger: name another directory, or make one there"
                : "there is no directory \(path): name another, or make a ledger there")
    }

    /// The verifier of what the ledger holds; that it cannot be made is damage.
    private static func storedVerifier(
        _ configuration: LedgerConfiguration
    ) throws -> SignedInputVerifier {
        do {
            return try makeVerifier(configuration)
        } catch {
            throw LedgerError(.damaged, "the configuration is damaged; restore a backup")
        }
    }

    /// Takes over an open environment.
    @available(*, noasync)
    init(
        environment: LMDBEnvironment, tables: LogTables, configuration: LedgerConfiguration,
        verifier: SignedInputVerifier, limits: GroupCommitLimits = GroupCommitLimits(),
        clock: @escaping @Sendable () -> Instant
    ) throws {
        self.environment = environment
        self.configuration = configuration
        self.verifier = verifier
        self.clock = clock
        let reader = LogReader(tables: tables)
        let live = try LiveTables(opening: environment, meta: tables.meta)
        let symbols = SymbolCache()
        self.reader = reader
        self.live = live
        self.symbols = symbols
        let views = LedgerViews(
            reader: reader, live: live, symbols: symbols, settings: SettingsCache())
        self.views = views
        let dictionaryKey = LogKey.text("dictionary\(EvidenceDictionary.currentNumber)")
        let dictionary = try environment.read { transaction in
            try tables.meta.get(dictionaryKey.bytes, in: transaction) { [UInt8](copying: $0) }
        }
        preparation = SubmissionPreparation(dictionary: dictionary, symbols: symbols)
        writer = try GroupCommitWriter(
            environment: environment, limits: limits,
            begin: { transaction in
                LedgerBatch(
                    log: try LogBatch(reader: reader, symbolCache: symbols, in: transaction),
                    live: try LiveBatch(tables: live, reader: reader, in: transaction),
                    views: views)
            },
            resume: { batch, transaction in try batch.resume(in: transaction) },
            finish: { batch, transaction in try batch.finish(in: transaction) })
    }

    private static func options(_ mapSizeBytes: Int, create: Bool) -> LMDBEnvironmentOptions {
        var options = LMDBEnvironmentOptions(access: .readWrite(create: create))
        options.mapSizeBytes = mapSizeBytes
        return options
    }

    /// The verifier of what somebody wants to be accepted from now on.
    static func makeVerifier(
        ofGiven configuration: LedgerConfiguration
    ) throws -> SignedInputVerifier {
        do {
            try configuration.trustPolicy.checkNames()
        } catch {
            throw LedgerError(.invalidArgument, String(describing: error))
        }
        return try makeVerifier(configuration)
    }

    static func makeVerifier(
        _ configuration: LedgerConfiguration
    ) throws -> SignedInputVerifier {
        do {
            return try SignedInputVerifier(policy: configuration.trustPolicy)
        } catch {
            throw LedgerError(.invalidArgument, String(describing: error))
        }
    }

    private static func readConfiguration(
        _ meta: LMDBTable, _ environment: LMDBEnvironment, path: String
    ) throws -> LedgerConfiguration {
        try environment.read { transaction in
            let formatKey = LogKey.text("format")
            let row = try meta.get(formatKey.bytes, in: transaction) { [UInt8](copying: $0) }
            guard let row else {
                let configurationKey = LogKey.text("configuration")
                if try meta.contains(configurationKey.bytes, in: transaction) {
                    throw LedgerError(.damaged, "the format number is missing; restore a backup")
                }
                throw noSuchLedger(at: path)
            }
            guard row.count == MemoryLayout<UInt32>.size else {
                throw LedgerError(.damaged, "the format number is damaged; restore a backup")
            }
            var bytes = ByteReader(row.bytes)
            let format = try bytes.read(UInt32.self)
            // A format that the digest does not know is damage, not a newer release's.
            let configuration = try configuration(meta, format: format, in: transaction)
            guard format <= formatNumber else {
                throw LedgerError(.newerFormat, "the ledger needs a newer release")
            }
            return configuration
        }
    }

    /// What the ledger accepts, as it was written into it.
    static func configuration(
        _ meta: LMDBTable, format: UInt32 = formatNumber,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> LedgerConfiguration {
        let key = LogKey.text("configuration")
        let row = try meta.get(key.bytes, in: transaction) { [UInt8](copying: $0) }
        return try StoredConfiguration.decoded(row, format: format)
    }

    /// Ends the writer's thread after what is queued, and closes the environment.
    public func close() async {
        await writer.shutdown()
        desks.close()
        environment.close()
    }

    deinit { desks.close() }
}
