extension LogWalk {
    /// Headers are found by their digests.
    ///
    /// - Returns: those that are not.
    mutating func checkHeaders(
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Set<UInt32> {
        var missing: Set<UInt32> = []
        var headers: [(number: UInt32, digest: Digest)] = []
        try reader.tables.headers.forEach(in: transaction) { key, header in
            var reader = ByteReader(key)
            let number = try reader.read(UInt32.self).byteSwapped
            headers.append((number, try hasher.digest([UInt8](copying: header))))
            return true
        }
        for header in headers {
            let held = try reader.tables.headerNumbers.number(
                header.digest.bytes.bytes, as: UInt32.self, in: transaction)
            if held != header.number {
                report.add(.indexRowMissing, nil, "header \(header.number) is not found")
                missing.insert(header.number)
            }
        }
        return missing
    }

    /// Tables that have a row for each of what the log numbers, and no other.
    mutating func checkRowCounts(
        through last: UInt64, lines: LineCounts,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        guard try reader.lastSequence(in: transaction) == last else { return }
        let tables = reader.tables
        let expected: [(LMDBTable, Int)] = [
            (tables.log, Int(clamping: last)),
            (tables.evidence, counts.inputCount - Int(clamping: report.erasedEvidence)),
            (tables.symbols, Int(symbolCount)), (tables.lineNumbers, Int(lineCount)),
            (tables.identities, Int(identityCount) - erasures.identities.count),
            (tables.identityDetails, Int(identityCount) - erasures.identities.count),
            (tables.headerNumbers, try tables.headers.count(in: transaction)),
            (tables.lines, lines.lineRows),
            (tables.transactionLines, lines.transactionRows),
            (tables.periodLines, lines.periodRows),
            (
                tables.customers,
                lines.customerRows + counts.customerEventCount + counts.appPresenters.count
            ),
            (tables.unlined, counts.unlinedCount), (tables.globals, counts.globalCount),
            (tables.hostKeys, counts.hostKeyCount),
            (
                tables.tree,
                tree.isStopped ? try tables.tree.count(in: transaction) : tree.chunkCount
            ),
        ]
        for (table, count) in expected {
            let found = try table.count(in: transaction)
            if found != count {
                report.add(.rowCountDiffers, nil, "\(table.name): \(found) rows, not \(count)")
            }
        }
    }
}
