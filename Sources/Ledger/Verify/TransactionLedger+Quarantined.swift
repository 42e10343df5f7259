extension TransactionLedger {
    /// Reads every row of the quarantine against its own digest, its count and the totals.
    func checkQuarantine(report: inout VerificationReport) throws {
        let tables = reader.tables
        let hasher = try SHA256()
        try environment.read { transaction in
            var numbers: [(number: UInt64, digest: [UInt8])] = []
            var byteCount: UInt64 = 0
            try tables.quarantine.forEach(in: transaction) { key, value in
                report.quarantined += 1
                let number = try LogReader.sequence(of: key)
                do {
                    let entry = try QuarantineRow(decoding: value, number: number).entry
                    byteCount += UInt64(entry.keptBytes.count)
                    numbers.append((number, entry.digest))
                    if try entry.isWhole && hasher.digest(entry.keptBytes).bytes != entry.digest {
                        report.add(.quarantineUnreadable, nil, "row \(number) was changed")
                    }
                } catch let error as RecordError {
                    report.add(.quarantineUnreadable, nil, "row \(number): \(error)")
                } catch let error as LedgerError {
                    report.add(.quarantineUnreadable, nil, error.description)
                }
                return true
            }
            do {
                try checkSightings(of: numbers, byteCount, &report, in: transaction)
            } catch {
                try report.note(error, at: nil)
            }
        }
    }

    /// Each row has a count of its own, and the totals are those of the rows.
    private func checkSightings(
        of numbers: [(number: UInt64, digest: [UInt8])], _ byteCount: UInt64,
        _ report: inout VerificationReport, in transaction: borrowing LMDBReadTransaction
    ) throws {
        let tables = reader.tables
        for (number, digest) in numbers {
            do {
                let sighting = try QuarantineSighting(of: digest, in: tables, transaction)
                if sighting?.number != number {
                    report.add(.indexRowMissing, nil, "quarantine row \(number) is not found")
                }
            } catch {
                try report.note(error, at: nil)
            }
        }
        let rowCount = try tables.quarantine.count(in: transaction)
        let totals = try QuarantineTotals(of: tables, in: transaction)
        if try tables.quarantineDigests.count(in: transaction) != rowCount
            || totals.rowCount != UInt64(rowCount) || totals.byteCount != byteCount
            || totals.nextNumber <= numbers.last?.number ?? 0
        {
            report.add(.rowCountDiffers, nil, "quarantine: \(rowCount) rows")
        }
    }
}
