/// Makes the leaf of an event: its record, and the texts of the symbols that the record names.
///
/// The input of a leaf can be read without the ledger (`docs/format.md`, "Leaves"). Keep one and
/// use it again: its buffers grow once.
struct EventLeaf {
    private let hasher: MerkleHasher
    private var symbols = NamedSymbols()
    private var texts: [UInt8] = []

    init(hasher: MerkleHasher) { self.hasher = hasher }

    /// The greatest symbol that the last event named; nil where the format fixes the texts of all.
    var greatestSymbol: Symbol? { symbols.inOrder.last }

    /// The hash of an event's leaf.
    ///
    /// - Parameters:
    ///   - record: the event's record.
    ///   - fields: what the record says.
    ///   - text: the text of a symbol.
    /// - Returns: the hash of the leaf.
    /// - Throws: `MerkleError.digestUnavailable`, and what `text` throws.
    mutating func hash(
        record: RawSpan, fields: EventFields, text: (Symbol) throws -> String
    ) throws -> MerkleHash {
        var visited = fields
        return try hash(record: record, lent: &visited, text: text)
    }

    /// The same, of fields that are only lent.
    mutating func hash(
        record: RawSpan, lent fields: inout EventFields, text: (Symbol) throws -> String
    ) throws -> MerkleHash {
        try collectTexts(&fields, text)
        return try hash(record: record, texts: texts.bytes)
    }

    /// The hash of the leaf of an event whose named symbols are at hand, see `texts(of:_:)`.
    func hash(record: RawSpan, texts: RawSpan) throws -> MerkleHash {
        try hasher.startLeaf()
        let count = UInt32(record.byteCount).littleEndian
        try unsafe withUnsafeBytes(of: count) { try hasher.add(unsafe $0.bytes) }
        try hasher.add(record)
        try hasher.add(texts)
        return try hasher.finishLeaf()
    }

    /// The symbols that an event names, with their texts, as they stand in its leaf behind the
    /// record.
    static func texts(
        of fields: inout EventFields, _ text: (Symbol) throws -> String
    ) throws -> [UInt8] {
        var (symbols, texts) = (NamedSymbols(), [UInt8]())
        try collect(&fields, text, &symbols, into: &texts)
        return texts
    }

    /// The bytes of an event's leaf, for a proof or an export.
    ///
    /// - Throws: what `text` throws.
    mutating func input(
        record: [UInt8], fields: EventFields, text: (Symbol) throws -> String
    ) throws -> [UInt8] {
        var visited = fields
        try collectTexts(&visited, text)
        var writer = ByteWriter(capacity: 4 + record.count + texts.count)
        writer.append(counted: record)
        writer.append(bytes: texts)
        return writer.bytes
    }

    private mutating func collectTexts(
        _ fields: inout EventFields, _ text: (Symbol) throws -> String
    ) throws {
        texts.removeAll(keepingCapacity: true)
        try Self.collect(&fields, text, &symbols, into: &texts)
    }

    /// Writes the symbols that are named, in the order of their numbers, each with its text.
    private static func collect(
        _ fields: inout EventFields, _ text: (Symbol) throws -> String,
        _ symbols: inout NamedSymbols, into texts: inout [UInt8]
    ) throws {
        try symbols.collect(from: &fields)
        for symbol in symbols.inOrder {
            let characters = try text(symbol).utf8
            append(symbol.number, to: &texts)
            append(UInt32(truncatingIfNeeded: characters.count), to: &texts)
            texts.append(contentsOf: characters)
        }
    }

    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }
}

/// The symbols that a record names and whose texts the format does not fix.
struct NamedSymbols: SymbolVisitor {
    /// Each once, in ascending order; a record names few.
    private(set) var inOrder: [Symbol] = []

    /// Reads them from the fields that name a symbol; what was collected before is forgotten.
    mutating func collect(from fields: EventFields) throws(RecordError) {
        var visited = fields
        try collect(from: &visited)
    }

    /// Reads them from fields that are only lent.
    mutating func collect(from fields: inout EventFields) throws(RecordError) {
        inOrder.removeAll(keepingCapacity: true)
        try fields.accept(&self)
    }

    mutating func visit(_ symbol: inout Symbol) {
        guard symbol.number >= BuiltInSymbols.firstFreeNumber else { return }
        var place = inOrder.count
        while place > 0, inOrder[place - 1] > symbol { place -= 1 }
        if place > 0, inOrder[place - 1] == symbol { return }
        inOrder.insert(symbol, at: place)
    }
}
