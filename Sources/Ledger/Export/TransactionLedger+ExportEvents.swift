/// Which events are rows, and what a row has.
struct EventRowRules {
    /// The world whose events are rows; nil for all of them.
    var environment: StoreEnvironment?
    var range = TransactionLedger.ExportRange()
    /// Whether the last column has the inputs of the leaves.
    var hasLeaves = false

    func chooses(_ event: EventFields) -> Bool {
        let world = event.environment.environment
        let isOfEnvironment = environment == nil || world == nil || world == environment
        return isOfEnvironment && range.contains(event.recordedAt)
    }
}

extension TransactionLedger {
    /// Writes events as `export(.events)` does, for whoever checks them against a checkpoint.
    ///
    /// The tree is over the events of every environment: only an export of all of them, without a
    /// range, up to a checkpoint's last event can be checked whole (`ExportVerifier`).
    ///
    /// - Parameters:
    ///   - format: CSV or JSON Lines.
    ///   - environment: the world that is exported; all of them unless given.
    ///   - cut: only what was known is cut; everything unless given.
    ///   - range: of the instants of recording.
    ///   - withLeaves: whether the last column, `leaf`, has the input of each event's leaf.
    ///   - progress: told now and then how many events of how many are done.
    ///   - write: takes the next bytes.
    /// - Returns: the last event that could be used.
    /// - Throws: `StorageError`, `RecordError`, `LedgerError` (`damaged`, `invalidArgument`), and
    ///   what `write` throws.
    /// - Complexity: O(events), in memory for some hundred of them.
    @discardableResult
    public func exportEvents(
        format: ExportFormat = .csv, environment: StoreEnvironment? = nil, at cut: Cut? = nil,
        range: ExportRange = ExportRange(), withLeaves: Bool = false,
        progress: (_ done: UInt64, _ all: UInt64) -> Void = { _, _ in },
        write: @escaping (Span<UInt8>) throws -> Void
    ) throws -> UInt64 {
        let view = try frozenView(environment ?? .production, at: cut)
        let page = PageOutput(write: write)
        let columns = ExportColumns.columns(of: .events)
        var rows = RowWriter(
            columns: withLeaves ? columns + [ExportColumns.leaf] : columns, format: format,
            write: page.take)
        let rules = EventRowRules(
            environment: environment, range: range, hasLeaves: withLeaves)
        try exportEvents(view, rules, to: &rows, page, progress: progress)
        try rows.finish()
        try page.flush()
        return view.sequence
    }

    func exportEvents(
        _ view: LedgerView, _ rules: EventRowRules, to rows: inout RowWriter, _ page: PageOutput,
        progress: (_ done: UInt64, _ all: UInt64) -> Void = { _, _ in }
    ) throws {
        let hasher = try MerkleHasher()
        var events = try EventRows(symbols: view.symbols, hasLeaves: rules.hasLeaves)
        var next: UInt64 = 1
        while next <= view.sequence {
            let end = min(view.sequence, next + UInt64(Self.itemsPerReadMax) - 1)
            try environment.read { transaction in
                let last = try reader.lastSequence(in: transaction)
                var held: (position: MerkleChunk.Position, chunk: MerkleChunk)?
                events.beginRead()
                for sequence in next...end {
                    var fields = try reader.fields(sequence, in: transaction)
                    guard rules.chooses(fields) else { continue }
                    let node = MerkleNode(level: 0, index: sequence - 1)
                    let position = MerkleChunk.position(of: node)
                    if held?.position != position {
                        held = (
                            position,
                            try reader.treeChunk(at: position, size: last, in: transaction)
                        )
                    }
                    guard let hash = try held?.chunk.hash(of: node, hasher: hasher) else {
                        continue
                    }
                    let input =
                        rules.hasLeaves
                        ? try reader.leaf(
                            of: sequence, symbols: symbols, hasher: hasher, in: transaction
                        ).input : nil
                    guard rows.isCSV else {
                        let event = try view.event(sequence, in: transaction)
                        try rows.write(
                            ExportColumns.eventRow(event, leafHash: hash, leafInput: input))
                        continue
                    }
                    try rows.writeCSV { bytes in
                        try events.write(
                            &fields, sequence, leafHash: hash, leafInput: input, reader: reader,
                            to: &bytes, in: transaction)
                    }
                }
            }
            try page.flush()
            progress(end, view.sequence)
            next = end + 1
        }
    }
}
