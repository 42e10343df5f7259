/// What a ledger counts: read in one transaction before the walk, compared with the walk's own
/// counts.
///
/// A number that is given out twice joins what belongs apart, so a counter that was changed is
/// damage although no answer shows it yet.
struct LedgerCounters {
    /// The key of the last event.
    let lastSequence: UInt64
    /// Rows of the log.
    let events: UInt64
    private let headers: UInt64
    private let position: UInt64
    private let nextLine: UInt32?
    private let nextIdentity: UInt32?
    private let nextHeader: UInt32?
    /// Rows of `meta` that have more or fewer bytes than their number.
    private let misshapen: Set<String>

    /// The rows of `meta` that are one number, and its bytes.
    ///
    /// What reads them takes the first bytes and would not see those behind.
    private static let rowByteCounts = [
        ("format", 4), ("nextLine", 4), ("nextIdentity", 4), ("nextHeader", 4),
        ("position@\(FoldRules.version)", 8),
    ]

    /// Reads them.
    ///
    /// Throws `RecordError` where the position of the live tables is cut: nothing that is compared
    /// with them could be.
    init(
        reader: LogReader, live: LiveTables,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        let meta = reader.tables.meta
        lastSequence = try reader.lastSequence(in: transaction)
        events = UInt64(try reader.tables.log.count(in: transaction))
        headers = UInt64(try reader.tables.headers.count(in: transaction))
        position = try live.position(in: transaction)
        var misshapen: Set<String> = []
        for (name, byteCount) in Self.rowByteCounts {
            let key = LogKey.text(name)
            let held = try meta.get(key.bytes, in: transaction) { $0.byteCount }
            if let held, held != byteCount { misshapen.insert(name) }
        }
        var next: [UInt32?] = []
        for name in ["nextLine", "nextIdentity", "nextHeader"] {
            let key = LogKey.text(name)
            next.append(
                misshapen.contains(name)
                    ? nil : try meta.number(key.bytes, as: UInt32.self, in: transaction) ?? 1)
        }
        (nextLine, nextIdentity, nextHeader) = (next[0], next[1], next[2])
        self.misshapen = misshapen
    }

    /// Compares the counters with what the events up to the last one name.
    func compare(lines: UInt32, identities: UInt32, report: inout VerificationReport) {
        if lastSequence != events {
            report.add(.sequenceMissing, nil, "the log has \(events) events, not \(lastSequence)")
        }
        if position > lastSequence {
            report.add(.liveTableDiffers, nil, "the live tables are ahead of the log")
        }
        for (name, byteCount) in Self.rowByteCounts where misshapen.contains(name) {
            report.add(
                name == "format" ? .configurationDamaged : .rowUnreadable, nil,
                "\(name) has not the \(byteCount) bytes of its number")
        }
        let counted = [
            ("nextLine", nextLine, UInt64(lines)),
            ("nextIdentity", nextIdentity, UInt64(identities)),
            ("nextHeader", nextHeader, headers),
        ]
        for (name, next, count) in counted {
            guard let next, UInt64(next) != count + 1 else { continue }
            report.add(.rowCountDiffers, nil, "\(name) is not one more than \(count)")
        }
    }
}
