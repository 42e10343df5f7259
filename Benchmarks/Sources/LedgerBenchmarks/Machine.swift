internal import BenchmarkSupport
internal import CYardsticks
internal import Foundation

/// What the figures were measured on.
struct Machine: Encodable {
    var cores: Int
    var load: String
    var fdatasyncMicrosecondsP50: Double
    var fdatasyncMicrosecondsP99: Double
    var swift: String
    var lmdb: String
    var sqlite: String
    var openssl: String
    var kernel: String
    var events: Int

    /// Writes and syncs of one page that are timed.
    private static let syncCount = 500

    init(directory: String, events: Int) throws {
        cores = ProcessInfo.processInfo.activeProcessorCount
        load = Self.text(of: "/proc/loadavg").split(separator: " ").prefix(3).joined(separator: " ")
        kernel = Self.text(of: "/proc/sys/kernel/osrelease")
        var latencies = [Double](repeating: 0, count: Self.syncCount)
        guard unsafe fdatasync_latencies(directory, &latencies, Int32(Self.syncCount)) == 0 else {
            throw BenchmarkError("a file in the directory cannot be written")
        }
        let distribution = Distribution(latencies)
        fdatasyncMicrosecondsP50 = distribution.median * 1e6
        fdatasyncMicrosecondsP99 = distribution.quantile(0.99) * 1e6
        swift = ProcessInfo.processInfo.environment["SWIFT_VERSION_TEXT"] ?? "unknown"
        lmdb = unsafe String(cString: lmdb_version_text())
        sqlite = unsafe String(cString: sqlite_version_text())
        openssl = unsafe String(cString: openssl_version_text())
        self.events = events
    }

    /// A line for each fact.
    var lines: [String] {
        [
            "- \(cores) cores, Linux \(kernel), load average \(load) at the start",
            "- 4 KiB write and `fdatasync`: p50 \(format(fdatasyncMicrosecondsP50)) µs, "
                + "p99 \(format(fdatasyncMicrosecondsP99)) µs",
            "- \(swift); \(lmdb); SQLite \(sqlite); \(openssl)",
            "- a load of about \(format(Double(events))) events",
        ]
    }

    private static func text(of path: String) -> String {
        let data = FileManager.default.contents(atPath: path) ?? Data()
        return String(decoding: data, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
