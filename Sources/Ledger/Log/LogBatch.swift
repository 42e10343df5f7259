/// What one write transaction keeps between the inputs that it takes in.
///
/// Made from what is committed, so that an aborted transaction leaves nothing behind and another
/// process's events are seen; taken up again where the transaction before was committed, or is the
/// plan in front, and nobody has written since.
struct LogBatch {
    let reader: LogReader
    let hasher: SHA256
    /// Whether this transaction has appended anything.
    var hasAppended: Bool { nextSequence > sequenceBefore + 1 }
    /// The last event before this transaction.
    private var sequenceBefore: UInt64
    private(set) var nextSequence: UInt64
    private var lastRecordedAt: Instant
    /// When the last event was recorded.
    private var lastEventRecordedAt: Instant
    private var counters: LogCounters
    /// What the table of counters held before this transaction.
    private var countersBefore: LogCounters
    /// The customers of lines that this transaction has seen in their table.
    private var knownCustomers: Set<LineCustomer> = []
    /// The identities that the last input named, which the next payload mostly names again.
    private var recentIdentities: [(identity: Identity, number: IdentityNumber)] = []
    private var lastHeader: (header: EvidenceHeader, number: UInt32)?
    private(set) var symbols: BatchSymbols
    /// The events that are not in the fold yet.
    private(set) var appended: [(sequence: UInt64, event: AppendedEvent)] = []
    /// Events whose row of `lines` waits for those that share it; none between two inputs.
    private var run: EventRun?
    // Memory for one record and evidence row after the other, and for the places of an input's
    // drafts.
    private var record: [UInt8] = []
    private var evidenceRow: [UInt8] = []
    private var places: [StatementPlace] = []
    private var leaf: EventLeaf
    private var tree: MerkleChunkAppender

    init(
        reader: LogReader, symbolCache: SymbolCache,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        self.reader = reader
        hasher = try SHA256()
        symbols = try BatchSymbols(
            cache: symbolCache, table: reader.tables.symbols, in: transaction)
        sequenceBefore = try reader.lastSequence(in: transaction)
        nextSequence = sequenceBefore + 1
        lastEventRecordedAt = try reader.lastRecordedAt(in: transaction) ?? .distantPast
        lastRecordedAt = lastEventRecordedAt
        countersBefore = try LogCounters(of: reader.tables.meta, in: transaction)
        counters = countersBefore
        let hasher = MerkleHasher(sharing: hasher)
        leaf = EventLeaf(hasher: hasher)
        tree = MerkleChunkAppender(size: sequenceBefore, hasher: hasher)
    }

    /// Takes up the state in the next transaction.
    mutating func resume(in transaction: borrowing LMDBWriteTransaction) throws {
        sequenceBefore = nextSequence - 1
        countersBefore = counters
        lastRecordedAt = lastEventRecordedAt
        knownCustomers.removeAll(keepingCapacity: true)
        recentIdentities.removeAll(keepingCapacity: true)
        symbols.takeBackUndefined()
        try symbols.forgetCommitted(table: reader.tables.symbols, in: transaction)
    }

    /// The last event that is known to be committed: a transaction in front of this one may still
    /// be on its way into the file.
    func committedSequence(in transaction: borrowing LMDBWriteTransaction) throws -> UInt64 {
        let committed = try transaction.withCommitted { try reader.lastSequence(in: $0) }
        return min(sequenceBefore, committed)
    }

    /// Writes the counters and what changed of the tree; called once before the commit.
    mutating func finish(in transaction: borrowing LMDBWriteTransaction) throws {
        try tree.flush { position, chunk, isNew in
            let value = chunk.encoded
            let key = position.key
            // New chunks of level 0 come at the table's end.
            if isNew, position.level == 0 {
                try reader.tables.tree.append(key.bytes, value.bytes, in: transaction)
            } else {
                try reader.tables.tree.put(key.bytes, value.bytes, in: transaction)
            }
        }
        let held = sequenceBefore > 0 ? countersBefore : nil
        try counters.put(in: reader.tables.meta, besides: held, transaction)
    }

    /// The symbol of a text, given out where there is none.
    mutating func symbol(for text: String) -> Symbol { symbols.symbol(for: text) }

    /// Takes back the symbols that an input brought but no record names.
    mutating func takeBackUndefinedSymbols() { symbols.takeBackUndefined() }

    /// The instant of recording: the clock, but never before the last event's.
    mutating func recordedAt(clock: Instant) -> Instant {
        lastRecordedAt = max(lastRecordedAt, clock)
        return lastRecordedAt
    }

    // MARK: Numbers given out

    mutating func newLine(
        environment: EnvironmentCode, identifier: StoreIdentifier, bundle: Symbol,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> LineNumber {
        let line = LineNumber(number: counters.nextLine)
        counters.nextLine += 1
        let key = LogKey.storeIdentifier(environment, identifier, bundle)
        let value = ByteWriter.bytes(of: line.number)
        try reader.tables.lineNumbers.insert(key.bytes, value.bytes, in: transaction)
        return line
    }

    /// The number of an identity, given out where it is new; then with its definition.
    mutating func number(
        of identity: Identity, in transaction: borrowing LMDBWriteTransaction
    ) throws -> (number: IdentityNumber, definition: IdentityDefinition?) {
        if let recent = recentIdentities.first(where: { $0.identity == identity }) {
            return (recent.number, nil)
        }
        if let known = try reader.identity(identity, in: transaction) {
            remember(identity, known)
            return (known, nil)
        }
        let number = IdentityNumber(number: counters.nextIdentity)
        counters.nextIdentity += 1
        let details = IdentityDetails(
            identity: identity, salt: try RandomBytes.make(count: EvidenceRow.saltByteCount))
        let key = LogKey.identity(identity.kind, identity.environment, identity.text)
        let value = ByteWriter.bytes(of: number.number)
        try reader.tables.identities.insert(key.bytes, value.bytes, in: transaction)
        let detailsKey = LogKey.number(number.number)
        let row = details.encoded
        try reader.tables.identityDetails.insert(detailsKey.bytes, row.bytes, in: transaction)
        let digest = try details.saltedDigest(hasher)
        remember(identity, number)
        return (number, IdentityDefinition(identity: number, saltedDigest: digest))
    }

    private static let recentIdentitiesMax = 4

    private mutating func remember(_ identity: Identity, _ number: IdentityNumber) {
        if recentIdentities.count == Self.recentIdentitiesMax { recentIdentities.empty() }
        recentIdentities.append((identity, number))
    }

    /// Whether an event of a line names a customer; nobody is named by every line.
    func isNamed(
        _ identity: Identity?, by line: LineNumber, in transaction: borrowing LMDBWriteTransaction
    ) throws -> Bool {
        guard let identity else { return true }
        let recent = recentIdentities.first { $0.identity == identity }?.number
        guard let number = try recent ?? reader.identity(identity, in: transaction) else {
            return false
        }
        if knownCustomers.contains(LineCustomer(line: line, identity: number)) { return true }
        var key = LogKey.customer(number, .line)
        key.append(bigEndian: line.number)
        return try reader.tables.customers.contains(key.bytes, in: transaction)
    }

    /// Forgets what was looked up of identities, because one of them is erased.
    mutating func forgetIdentities() { recentIdentities.removeAll() }

    /// The number of a JWS header, kept once for all the evidence that has it.
    mutating func headerNumber(
        _ header: EvidenceHeader, in transaction: borrowing LMDBWriteTransaction
    ) throws -> UInt32 {
        // Nearly every token has the header of the one before it.
        if let last = lastHeader, last.header.digest == header.digest { return last.number }
        let number = try lookUpHeader(header, in: transaction)
        lastHeader = (header, number)
        return number
    }

    private mutating func lookUpHeader(
        _ header: EvidenceHeader, in transaction: borrowing LMDBWriteTransaction
    ) throws -> UInt32 {
        let digest = header.digest.bytes
        let known = try reader.tables.headerNumbers.number(
            digest.bytes, as: UInt32.self, in: transaction)
        if let known { return known }
        let number = counters.nextHeader
        counters.nextHeader += 1
        let key = LogKey.number(number)
        try reader.tables.headers.insert(key.bytes, header.bytes.bytes, in: transaction)
        let value = ByteWriter.bytes(of: number)
        try reader.tables.headerNumbers.insert(digest.bytes, value.bytes, in: transaction)
        return number
    }

    // MARK: Events

    /// Appends one event: its record, the symbols it defines, and its place in the indexes.
    ///
    /// The fields are only lent; `content` is what of them is encoded already. Returns the
    /// sequence.
    mutating func append(
        _ fields: inout EventFields, content: EncodedContent? = nil,
        in transaction: borrowing LMDBWriteTransaction
    ) throws -> UInt64 {
        if !symbols.undefined.isEmpty { fields.symbolDefinitions = symbols.undefined }
        for definition in symbols.undefined {
            let key = LogKey.number(definition.symbol.number)
            let text = Array(definition.text.utf8)
            try reader.tables.symbols.append(key.bytes, text.bytes, in: transaction)
        }
        symbols.forgetUndefined()
        let sequence = nextSequence
        nextSequence += 1
        let key = LMDBKey(sequence)
        try RecordEncoder.encode(&fields, content: content, into: &record)
        assert(content == nil || record == (try? RecordEncoder.encode(fields)))
        try reader.tables.log.append(key.bytes, record.bytes, in: transaction)
        try appendLeaf(&fields, content, in: transaction)
        lastEventRecordedAt = fields.recordedAt
        try reader.tables.index(
            fields, sequence, run: &run, known: &knownCustomers, in: transaction)
        appended.append((sequence, AppendedEvent(fields)))
        return sequence
    }

    /// Makes the event a leaf of the tree.
    private mutating func appendLeaf(
        _ fields: inout EventFields, _ content: EncodedContent?,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        let hash: MerkleHash
        if let content {
            hash = try leaf.hash(record: record.bytes, texts: content.leafTexts)
        } else {
            let symbols = symbols
            let texts = try EventLeaf.texts(of: &fields) { try symbols.heldText(of: $0) }
            hash = try leaf.hash(record: record.bytes, texts: texts.bytes)
        }
        let (reader, size) = (reader, sequenceBefore)
        try tree.append(hash) { position in
            try reader.treeChunk(at: position, size: size, in: transaction)
        }
    }

    // MARK: Memory

    /// An empty list for the places of an input's drafts; `keep` takes it back.
    mutating func takePlaces() -> [StatementPlace] {
        var taken: [StatementPlace] = []
        swap(&taken, &places)
        return taken
    }

    mutating func keep(_ taken: inout [StatementPlace]) {
        taken.empty()
        swap(&taken, &places)
    }

    /// The same of an evidence row.
    mutating func takeEvidenceRow() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &evidenceRow)
        return taken
    }

    mutating func keep(evidenceRow taken: inout [UInt8]) { swap(&taken, &evidenceRow) }

    /// Puts what waits for more events of its input, because there are no more.
    mutating func endInput(in transaction: borrowing LMDBWriteTransaction) throws {
        try reader.tables.end(&run, in: transaction)
    }

    /// Says that the appended events are in the fold.
    mutating func forgetAppended() { appended.removeAll(keepingCapacity: true) }
}

extension EventFields {
    /// Whether an event has a row under its kind: it belongs to neither line nor identity, or says
    /// what was erased.
    var isFoundByKind: Bool { kind == .erasure || line == nil && !namesAnyone }

    private var namesAnyone: Bool {
        account != nil || statedRenewalInfoAccount != nil || appTransaction != nil
    }
}
