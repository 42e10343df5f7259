internal import BenchmarkSupport
internal import CYardsticks
internal import Foundation
@_spi(Benchmarks) internal import Ledger
internal import LedgerTesting

/// One run: the ledger that is measured, its copy for raw LMDB, and the rows so far.
///
/// The three stores hold the same at any moment: what one appends, the others append behind it.
struct Benchmark {
    let options: Options
    let workspace: Workspace
    let shop: Shop
    let clock = LoadClock()
    var source: LoadSource
    var rows: [Row] = []
    /// Bytes of the tokens that the ledger took in.
    var tokenByteCount = 0
    var eventCount: UInt64 = 0

    var ledgerPath: String { workspace.file("ledger") }
    var rawPath: String { workspace.file("raw") }
    var sqlitePath: String { workspace.file("sqlite.db") }

    /// Inputs that are appended in one piece, and recorded at one instant, where it is not the
    /// append that is measured.
    private var inputsPerPiece: Int { options.scaled(5_000, smoke: 500) }
    /// Memory for the recording of so many inputs.
    static let recordingBytesPerInput = 24_000

    init(options: Options, workspace: Workspace) throws {
        self.options = options
        self.workspace = workspace
        shop = try Shop()
        // For the rows that append.
        let appendedEventCount = options.scaled(520_000, smoke: 25_000)
        source = LoadSource(
            lineCount: Shop.lineCount(
                inputs: Int(
                    Double(options.eventCount + appendedEventCount) / Shop.eventsPerInput)),
            signer: shop.signer)
    }

    /// Says what goes on, on standard error.
    func say(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    /// The next inputs of the load; throws where it ends too early.
    mutating func nextInputs(_ count: Int) async throws -> SignedInputs {
        let inputs = try await source.next(count)
        guard inputs.tokens.count == count else { throw BenchmarkError("the load is too short") }
        if let last = inputs.inputs.last { clock.advance(to: last.signedDate) }
        return inputs
    }

    /// Runs every section that was asked for.
    mutating func run() async throws {
        if options.growth { return try await measureGrowth() }
        if options.includes("verification") { try await measureVerification() }
        if options.includes("ingest") { try await measureIngest() }
        let needsStores = [
            "append", "latency", "queries", "replay", "export", "verify", "open", "size", "memory",
        ]
        guard needsStores.contains(where: options.includes) else { return }
        try await makeStores()
        if options.includes("append") || options.includes("latency") { try await measureAppends() }
        if options.includes("queries") { try await measureQueries() }
        if options.includes("replay") { try await measureReplays() }
        if options.includes("export") { try await measureExport() }
        if options.includes("verify") { try await measureVerify() }
        if options.includes("open") { try await measureOpen() }
        if options.includes("size") { try await measureSizes() }
        if options.includes("memory") { try await measureMemory() }
    }

    /// Fills the ledger, raw LMDB and SQLite with the same load.
    private mutating func makeStores() async throws {
        say("filling the stores with \(options.eventCount) events")
        let ledger = try await shop.makeLedger(at: ledgerPath, clock: clock)
        await ledger.close()
        try workspace.copyLedger(ledgerPath, to: rawPath)
        let filled = try shop.openLedger(at: ledgerPath, clock: clock)
        let raw = try RawLMDB(at: rawPath)
        let sqlite = try SQLite(at: sqlitePath)
        eventCount = try filled.statistics().events
        while eventCount < UInt64(options.eventCount) {
            let inputs = try await nextInputs(inputsPerPiece)
            let verified = try await Shop.verify(inputs, for: filled)
            let (count, recording) = try await Recording.record(
                byteCount: verified.count * Self.recordingBytesPerInput
            ) { try await filled.append(verified) }
            _ = try raw.replay(recording)
            _ = try sqlite.append(inputs.facts, inputsPerCommit: [UInt32(verified.count)])
            eventCount += count
            tokenByteCount += inputs.byteCount
        }
        await filled.close()
    }
}
