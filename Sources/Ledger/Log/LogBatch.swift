/// What one write transaction keeps between the inputs that it takes in.
///
/// Made anew for each transaction from what is committed, so that an aborted one leaves nothing
/// behind and another process's events are seen.
struct LogBatch: SymbolInterning {
    let reader: LogReader
    let symbolCache: SymbolCache
    let compression: EvidenceCompression
    let hasher: SHA256
    /// Whether this transaction has appended anything.
    var hasAppended: Bool { nextSequence > committedSequence + 1 }
    /// The last event before this transaction.
    let committedSequence: UInt64
    private(set) var nextSequence: UInt64
    private var lastRecordedAt: Instant
    private var nextLine: UInt32
    private var nextIdentity: UInt32
    private var nextHeader: UInt32
    private var lastHeader: (header: [UInt8], number: UInt32)?
    /// Symbols given out in this transaction, by text.
    private var newSymbols: [ExactText: Symbol] = [:]
    private var newTexts: [Symbol: String] = [:]
    private var nextSymbol: UInt32
    private var appended: [(sequence: UInt64, fields: EventFields)] = []
    /// Symbols that no record has defined yet.
    private var undefinedSymbols: [SymbolDefinition] = []
    private var leaf: EventLeaf
    private var tree: MerkleChunkAppender

    init(
        reader: LogReader, symbolCache: SymbolCache, compression: EvidenceCompression,
        in transaction: borrowing LMDBWriteTransaction
    ) throws {
        self.reader = reader
        self.symbolCache = symbolCache
        self.compression = compression
        hasher = try SHA256()
        try symbolCache.update(from: reader.tables.symbols, in: transaction)
        nextSymbol = BuiltInSymbols.firstFreeNumber + symbolCache.count
        committedSequence = try reader.lastSequence(in: transaction)
        nextSequence = committedSequence + 1
        lastRecordedAt = try reader.lastRecordedAt(in: transaction) ?? .distantPast
        nextLine = try Self.next(of: "nextLine", reader: reader, in: transaction)
        nextIdentity = try Self.next(of: "nextIdentity", reader: reader, in: transaction)
        nextHeader = try Self.next(of: "nextHeader", reader: reader, in: transaction)
        let hasher = MerkleHasher(sharing: hasher)
        leaf = EventLeaf(hasher: hasher)
        tree = MerkleChunkAppender(size: committedSequence, hasher: hasher)
    }

    private static func next(
        of counter: String, reader: LogReader, in transaction: borrowing LMDBWriteTransaction
    ) throws -> UInt32 {
        let key = LogKey.text(counter)
        return try reader.tables.meta.number(key.bytes, as: UInt32.self, in: transaction) ?? 1
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
        let counters = [
            ("nextLine", nextLine), ("nextIdentity", nextIdentity), ("nextHeader", nextHeader),
        ]
        for (name, value) in counters {
            let key = LogKey.text(name)
            let bytes = ByteWriter.bytes(of: value)
            try reader.tables.meta.put(key.bytes, bytes.bytes, in: transaction)
        }
    }

    // MARK: Symbols

    mutating func symbol(for text: String) throws -> Symbol {
        if let known = knownSymbol(of: text) { return known }
        let symbol = Symbol(number: nextSymbol)
        nextSymbol += 1
        newSymbols[ExactText(text)] = symbol
        newTexts[symbol] = text
        undefinedSymbols.append(SymbolDefinition(symbol: symbol, text: text))
        return symbol
    }

    /// The symbol of a text; nil where none was given out.
    func knownSymbol(of text: String) -> Symbol? {
        symbolCache.symbol(of: text) ?? newSymbols[ExactText(text)]
    }

    func text(of symbol: Symbol) throws -> String {
        try newTexts[symbol] ?? symbolCache.heldText(of: symbol)
    }

    /// The symbols, those among them that this transaction gave out.
    var symbolNames: SymbolNames {
        .withOwn(symbolCache, texts: newTexts, symbols: newSymbols)
    }

    /// Takes back the symbols that an input brought but no record names.
    mutating func forgetUndefinedSymbols() {
        for definition in undefinedSymbols {
            newSymbols[ExactText(definition.text)] = nil
            newTexts[definition.symbol] = nil
        }
        nextSymbol -= UInt32(undefinedSymbols.count)
        undefinedSymbols = []
    }

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
        let line = LineNumber(number: nextLine)
        nextLine += 1
        let key = LogKey.storeIdentifier(environment, identifier, bundle)
        let value = ByteWriter.bytes(of: line.number)
        try reader.tables.lineNumbers.insert(key.bytes, value.bytes, in: transaction)
        return line
    }

    /// The number of an identity, given out where it is new; then with its definition.
    mutating func number(
        of identity: Identity, in transaction: borrowing LMDBWriteTransaction
    ) throws -> (number: IdentityNumber, definition: IdentityDefinition?) {
        if let known = try reader.identity(identity, in: transaction) { return (known, nil) }
        let number = IdentityNumber(number: nextIdentity)
        nextIdentity += 1
        let details = IdentityDetails(
            identity: identity, salt: try RandomBytes.make(count: EvidenceRow.saltByteCount))
        let key = LogKey.identity(identity.kind, identity.environment, identity.text)
        let value = ByteWriter.bytes(of: number.number)
        try reader.tables.identities.insert(key.bytes, value.bytes, in: transaction)
        let detailsKey = LogKey.number(number.number)
        let row = details.encoded
        try reader.tables.identityDetails.insert(detailsKey.bytes, row.bytes, in: transaction)
        let digest = try details.saltedDigest(hasher)
        return (number, IdentityDefinition(identity: number, saltedDigest: digest))
    }

    /// The number of a JWS header, kept once for all the evidence that has it.
    mutating func headerNumber(
        _ header: [UInt8], in transaction: borrowing LMDBWriteTransaction
    ) throws -> UInt32 {
        // Nearly every token has the header of the one before it.
        if let last = lastHeader, last.header == header { return last.number }
        let number = try lookUpHeader(header, in: transaction)
        lastHeader = (header, number)
        return number
    }

    private mutating func lookUpHeader(
        _ header: [UInt8], in transaction: borrowing LMDBWriteTransaction
    ) throws -> UInt32 {
        let digest = try hasher.digest(header).bytes
        let known = try reader.tables.headerNumbers.number(
            digest.bytes, as: UInt32.self, in: transaction)
        if let known { return known }
        let number = nextHeader
        nextHeader += 1
        let key = LogKey.number(number)
        try reader.tables.headers.insert(key.bytes, header.bytes, in: transaction)
        let value = ByteWriter.bytes(of: number)
        try reader.tables.headerNumbers.insert(digest.bytes, value.bytes, in: transaction)
        return number
    }

    // MARK: Events

    /// Appends one event: its record, the symbols it defines, and its place in the indexes.
    mutating func append(
        _ event: EventFields, in transaction: borrowing LMDBWriteTransaction
    ) throws -> UInt64 {
        var fields = event
        if !undefinedSymbols.isEmpty { fields.symbolDefinitions = undefinedSymbols }
        for definition in undefinedSymbols {
            let key = LogKey.number(definition.symbol.number)
            let text = Array(definition.text.utf8)
            try reader.tables.symbols.append(key.bytes, text.bytes, in: transaction)
        }
        undefinedSymbols = []
        let sequence = nextSequence
        nextSequence += 1
        let key = LMDBKey(sequence)
        let record = try RecordEncoder.encode(fields)
        try reader.tables.log.append(key.bytes, record.bytes, in: transaction)
        try appendLeaf(record, fields, in: transaction)
        try reader.tables.index(fields, sequence, in: transaction)
        appended.append((sequence, fields))
        return sequence
    }

    /// Makes the event a leaf of the tree.
    private mutating func appendLeaf(
        _ record: [UInt8], _ fields: EventFields, in transaction: borrowing LMDBWriteTransaction
    ) throws {
        let (newTexts, symbolCache) = (newTexts, symbolCache)
        let hash = try leaf.hash(record: record.bytes, fields: fields) { symbol in
            try newTexts[symbol] ?? symbolCache.heldText(of: symbol)
        }
        let (reader, size) = (reader, committedSequence)
        try tree.append(hash) { position in
            try reader.treeChunk(at: position, size: size, in: transaction)
        }
    }

    /// The events appended since this was last asked, for the tables that hold the fold.
    mutating func takeAppended() -> [(sequence: UInt64, fields: EventFields)] {
        defer { appended.removeAll(keepingCapacity: true) }
        return appended
    }
}

extension EventFields {
    /// Whether an event has a row under its kind: it belongs to neither line nor identity, or says
    /// what was erased.
    var isFoundByKind: Bool { kind == .erasure || line == nil && identities.isEmpty }
}
