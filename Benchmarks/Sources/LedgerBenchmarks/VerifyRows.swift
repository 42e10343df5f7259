internal import BenchmarkSupport
internal import CYardsticks
internal import Foundation
@_spi(Benchmarks) internal import Ledger

extension Benchmark {
    /// The check of a whole ledger, against hashing its tokens on as many cores, and against
    /// reading its file from the disk.
    ///
    /// The ledger hashes each piece of evidence once and no token twice: what records commit to is
    /// what is kept of a token, without the header that all have in common.
    mutating func measureVerify() async throws {
        say("verify")
        let ledger = try shop.openLedger(at: ledgerPath, clock: clock)
        let threads = ProcessInfo.processInfo.activeProcessorCount
        let bytes = Double(tokenByteCount)
        var (ours, hashing, reading): ([Double], [Double], [Double]) = ([], [], [])
        for _ in 0..<options.scaled(5, smoke: 3) {
            let start = seconds()
            let report = try ledger.verify(threadCountMax: threads)
            ours.append(seconds() - start)
            guard report.isIntact else { throw BenchmarkError("the ledger is damaged") }
            let rate = sha256_bytes_per_second(Int32(threads), options.scaled(0.5, smoke: 0.1))
            guard rate > 0 else { throw BenchmarkError("libcrypto failed") }
            hashing.append(bytes / rate)
            let duration = unsafe cold_read_seconds(ledgerPath + "/data.mdb")
            guard duration > 0 else { throw BenchmarkError("the ledger's file cannot be read") }
            reading.append(duration)
        }
        var row = Row(
            "verify", "verify, whole ledger, \(threads) \(threads == 1 ? "core" : "cores")",
            "events/s", Double(eventCount) / median(ours))
        row[.limit] = Double(eventCount) / median(hashing)
        let ratio = { (others: [Double]) in median(zip(others, ours).map { $0 / $1 }) }
        // Near the disk's limit or the hash's, whichever is the lower one: the tokens have some ten
        // times as many bytes as the file.
        row.goals = [.atLeast(0.7, ratio(hashing), of: "of SHA-256 over the tokens")]
        row.note =
            "\(format(bytes / median(ours) / 1e6)) MB of tokens a second, each piece hashed once; "
            + "\(format(ratio(reading))) of reading the file, cold"
        rows.append(row)
        await ledger.close()
    }
}
