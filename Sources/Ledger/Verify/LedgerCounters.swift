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
    /// How many rows of `meta` have a name that the format does not know.
    private let unknownNamesCount: Int

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
        var unknownNamesCount = 0
        try meta.forEach(in: transaction) { key, _ in
            if !Self.isKnown([UInt8](copying: key)) { unknownNamesCount += 1 }
            return true
        }
        self.unknownNamesCount = unknownNamesCount
    }

    /// Whether the format has a row of `meta` of this name: another release's live tables and
    /// dictionaries have theirs by number.
    private static func isKnown(_ name: [UInt8]) -> Bool {
        let name = String(decoding: name, as: UTF8.self)
        let names = [
            "format", "configuration", "nextLine", "nextIdentity", "nextHeader", "quarantine",
            "verifierKeys",
        ]
        if names.contains(name) { return true }
        return ["dictionary", "position@"].contains { prefix in
            guard name.hasPrefix(prefix) else { return false }
            return UInt32(name.dropFirst(prefix.count)).map { prefix + String($0) == name } ?? false
        }
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
        if unknownNamesCount > 0 {
            report.add(.rowUnreadable, nil, "meta has a row whose name is not one of the format's")
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
