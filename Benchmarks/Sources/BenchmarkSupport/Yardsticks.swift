package import CYardsticks
internal import LedgerTesting

/// Seconds of a clock that never goes back.
package func seconds() -> Double { yardstick_seconds() }

/// Seconds of CPU that the process has used, of all its threads and of the kernel for them.
package func cpuSeconds() -> Double { yardstick_cpu_seconds() }

/// Raw LMDB in C.
///
/// For one thread.
@safe package final class RawLMDB {
    private let pointer: OpaquePointer

    package init(at directory: String) throws {
        guard let pointer = unsafe lmdb_yardstick_open(directory, Shop.mapSizeBytes) else {
            throw BenchmarkError("raw LMDB does not open")
        }
        unsafe self.pointer = pointer
    }

    deinit { unsafe lmdb_yardstick_close(pointer) }

    /// Does the last recording again.
    ///
    /// - Returns: all seconds, those of each commit, and the bytes that were handed to the kernel.
    package func replay(
        _ recording: Recording
    ) throws -> (seconds: Double, commits: [Double], writtenByteCount: Int) {
        let before = written_byte_count()
        var latencies = [Double](repeating: 0, count: recording.commitCount)
        let total = unsafe lmdb_yardstick_replay(pointer, &latencies, latencies.count)
        guard total >= 0 else { throw BenchmarkError("raw LMDB failed") }
        return (total, latencies, Int(written_byte_count() - before))
    }

    /// Walks the log and touches one field of each record.
    package func scanLog() throws -> (seconds: Double, events: UInt64) {
        var (events, sum): (UInt64, UInt64) = (0, 0)
        let total = unsafe lmdb_scan_log(pointer, &events, &sum)
        guard total >= 0, sum > 0 else { throw BenchmarkError("raw LMDB failed") }
        return (total, events)
    }

    /// Gets what the entitlements of customers are made from.
    package func read(
        tokens: [UInt8], headsTable: String
    ) throws -> (seconds: Double, lines: UInt64) {
        var (lines, sum): (UInt64, UInt64) = (0, 0)
        let count = tokens.count / 36
        let total = unsafe tokens.withUnsafeBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { texts in
                unsafe lmdb_read_customers(
                    pointer, headsTable, texts.baseAddress, count, &lines, &sum)
            }
        }
        guard total >= 0 else { throw BenchmarkError("raw LMDB failed") }
        return (total, lines)
    }

    /// SHA-256 over every row of a closed ledger.
    package static func digest(of directory: String) throws -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        guard unsafe lmdb_digest(directory, &digest) == 0 else {
            throw BenchmarkError("the tables cannot be read")
        }
        return digest
    }

    /// Bytes of a closed ledger: from the start to the last page, and without the free pages.
    package static func byteCounts(of directory: String) throws -> (used: UInt64, live: UInt64) {
        var (used, live): (UInt64, UInt64) = (0, 0)
        guard unsafe lmdb_used_bytes(directory, &used, &live) == 0 else {
            throw BenchmarkError("the tables cannot be read")
        }
        return (used, live)
    }
}

/// What the ledger asked of LMDB and SHA-256 meanwhile.
package struct Recording: Sendable {
    package let commitCount: Int
    package let putCount: Int
    package let putByteCount: Int
    package let hashCount: Int
    package let hashByteCount: Int
    /// Bytes that were handed to the kernel to write.
    package let writtenByteCount: Int

    /// Records the ledger's own calls while a piece of work runs.
    package static func record<Result>(
        byteCount: Int, _ work: () async throws -> Result
    ) async throws -> (Result, Recording) {
        trace_start(byteCount)
        let before = written_byte_count()
        do {
            let result = try await work()
            let after = written_byte_count()
            guard trace_stop() == 0 else {
                throw BenchmarkError("the recording has no room for the calls")
            }
            return (result, Recording(writtenByteCount: Int(after - before)))
        } catch {
            _ = trace_stop()
            throw error
        }
    }

    private init(writtenByteCount: Int) {
        commitCount = Int(trace_commit_count())
        putCount = Int(trace_put_count())
        putByteCount = Int(trace_put_bytes())
        hashCount = Int(trace_hash_count())
        hashByteCount = Int(trace_hash_bytes())
        self.writtenByteCount = writtenByteCount
    }
}

/// Bytes that this process handed to the kernel to write.
package func writtenByteCount() -> Int { Int(written_byte_count()) }

/// SQLite with the same events, indexes and current state.
@safe package final class SQLite {
    private let pointer: OpaquePointer

    package init(at path: String) throws {
        guard let pointer = unsafe sqlite_yardstick_open(path) else {
            throw BenchmarkError("SQLite does not open")
        }
        unsafe self.pointer = pointer
        for (index, product) in TestLoadProduct.all.enumerated() {
            let status =
                if let entitlement = product.entitlement {
                    unsafe sqlite_set_product(pointer, Int64(index), product.id, entitlement)
                } else {
                    unsafe sqlite_set_product(pointer, Int64(index), product.id, nil)
                }
            if status != 0 { throw BenchmarkError("SQLite failed") }
        }
    }

    deinit { unsafe sqlite_yardstick_close(pointer) }

    package var eventCount: UInt64 { unsafe sqlite_event_count(pointer) }

    /// Appends inputs with the evidence of the last recording.
    package func append(
        _ facts: [sqlite_fact], inputsPerCommit: [UInt32]
    ) throws -> (seconds: Double, commits: [Double]) {
        var latencies = [Double](repeating: 0, count: inputsPerCommit.count)
        let total = unsafe sqlite_append(
            pointer, facts, facts.count, inputsPerCommit, inputsPerCommit.count, &latencies)
        guard total >= 0 else { throw BenchmarkError("SQLite failed") }
        return (total, latencies)
    }

    /// What each account may use: a bit for each product.
    package func current(
        tokens: [UInt8], at instant: Int64
    ) throws -> (seconds: Double, masks: [UInt64]) {
        let count = tokens.count / 36
        var masks = [UInt64](repeating: 0, count: count)
        let total = unsafe tokens.withUnsafeBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { texts in
                unsafe sqlite_current(pointer, texts.baseAddress, count, instant, &masks)
            }
        }
        guard total >= 0 else { throw BenchmarkError("SQLite failed") }
        return (total, masks)
    }

    /// How many customers had each entitlement, from the events.
    package func asOf(_ instant: Int64) throws -> (seconds: Double, counts: [String: Int]) {
        let capacity = 16
        var names = [CChar](repeating: 0, count: 32 * capacity)
        var counts = [Int64](repeating: 0, count: capacity)
        var found: Int32 = 0
        let total = unsafe sqlite_as_of(
            pointer, instant, &names, &counts, Int32(capacity), &found)
        guard total >= 0 else { throw BenchmarkError("SQLite failed") }
        var result: [String: Int] = [:]
        for index in 0..<Int(found) {
            let name = names[32 * index..<32 * index + 32].prefix { $0 != 0 }
            result[String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)] =
                Int(counts[index])
        }
        return (total, result)
    }
}
