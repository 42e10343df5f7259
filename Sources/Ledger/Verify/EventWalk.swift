/// The walk of one thread over parts of the log: records and the evidence behind them.
struct EventWalk {
    private var records: RecordWalk
    private var evidence: EvidenceWalk

    init(
        reader: LogReader, verifier: SignedInputVerifier?, symbols: SymbolCache,
        erasures: ErasureRecords, suspectHeaders: Set<UInt32>
    ) throws {
        records = try RecordWalk(reader: reader, symbols: symbols, erasures: erasures)
        evidence = try EvidenceWalk(
            reader: reader, verifier: verifier, symbols: symbols, suspectHeaders: suspectHeaders)
    }

    /// Checks some events, and their evidence.
    mutating func walk(
        _ sequences: ClosedRange<UInt64>, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> LogPart {
        do {
            try records.updateErasures(in: transaction)
        } catch {
            // Damage is reported where the log's own walk meets it; anything else ends this one.
            var report = VerificationReport()
            try report.note(error, at: nil)
        }
        evidence.erasures = records.erasures
        records.start(sequences, in: transaction)
        evidence.start(at: sequences.lowerBound)
        // What events follow one another by stands close together in these tables too.
        let tables = records.reader.tables
        try tables.evidence.withCursor(in: transaction) { inputs in
            try tables.transactionLines.withCursor(in: transaction) { transactions in
                try tables.periodLines.withCursor(in: transaction) { periods in
                    for sequence in sequences {
                        do {
                            try records.check(
                                sequence, &evidence, transactions: &transactions,
                                periods: &periods, inputs: &inputs, in: transaction)
                        } catch {
                            try records.report.note(error, at: sequence)
                        }
                    }
                }
            }
        }
        return records.takePart()
    }
}
