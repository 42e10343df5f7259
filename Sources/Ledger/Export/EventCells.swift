/// The fields of one event as fields of CSV, each found by its slot.
///
/// An export keeps one and uses it for event after event: once its buffers have grown, a row
/// allocates nothing. What a field says is what `EventTexts` says, which serves single events and
/// JSON; a test holds the two together.
struct EventCells: EventFieldVisitor {
    /// Where a cell's text is: the number of its field, or that and `moneySlot` for an amount in
    /// milliunits beside the exact decimal.
    typealias Slot = Int

    /// What is added to the number of an amount's field.
    static let moneySlot = 150
    private static let slotCount = 300

    private var bytes: [UInt8] = []
    private var ranges = [Range<Int>?](repeating: nil, count: slotCount)
    private var filled: [Slot] = []
    private let isMoney: [Bool]
    private let numbers: [String: UInt8]
    private let symbols: SymbolNames
    /// Texts of symbols and kinds, each made once.
    private var symbolTexts = CellTexts()
    private var kindTexts = CellTexts()
    private var identities = IdentityCells()

    init(symbols: SymbolNames) throws {
        self.symbols = symbols
        let names = try FieldNames.all()
        numbers = names
        var isMoney = [Bool](repeating: false, count: Self.moneySlot)
        for name in ExportColumns.moneyFields {
            if let number = names[name] { isMoney[Int(number)] = true }
        }
        self.isMoney = isMoney
    }

    /// The slots of fields in the order of `ExportColumns.withMilliunits`.
    func slots(of fields: [String]) -> [Slot] {
        fields.flatMap { name -> [Slot] in
            guard let number = numbers[name].map(Int.init) else { return [] }
            return isMoney[number] ? [number, number + Self.moneySlot] : [number]
        }
    }

    /// The slot of one field.
    func slot(of field: String) -> Slot? { numbers[field].map(Int.init) }

    /// Begins with the events of another read transaction: somebody may have been erased meanwhile.
    mutating func beginRead() { identities.removeAll() }

    /// Takes in an event; what was held before is forgotten.
    mutating func read(
        _ fields: inout EventFields, reader: LogReader,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        for slot in filled { ranges[slot] = nil }
        filled.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        if let account = fields.account {
            try identities.find(account, reader: reader, in: transaction)
        }
        if let account = fields.statedRenewalInfoAccount {
            try identities.find(account, reader: reader, in: transaction)
        }
        if let appTransaction = fields.appTransaction {
            try identities.find(appTransaction, reader: reader, in: transaction)
        }
        try fields.accept(&self)
    }

    /// Whether a cell has any text.
    func isEmpty(_ slot: Slot) -> Bool { ranges[slot]?.isEmpty ?? true }

    /// Appends the text of a cell.
    func append(_ slot: Slot, to output: inout [UInt8]) {
        guard let range = ranges[slot] else { return }
        output.append(bytes.span.extracting(range))
    }

    /// Appends the name of a kind.
    mutating func append(_ kind: EventKind, to output: inout [UInt8]) {
        kindTexts.append(Int(kind.rawValue), to: &output) { kind.name }
    }

    /// Ends the cell of a slot, whose text has been appended from `start` on.
    private mutating func end(_ slot: Slot, from start: Int) {
        ranges[slot] = start..<bytes.count
        filled.append(slot)
    }

    private mutating func append(_ symbol: Symbol) {
        let symbols = symbols
        symbolTexts.append(Int(symbol.number), to: &bytes) { symbols.text(symbol) }
    }

    mutating func enters(_ numbers: ClosedRange<UInt8>) -> Bool { numbers.upperBound < 140 }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Symbol?) {
        guard let value else { return }
        let start = bytes.count
        append(value)
        end(Int(number), from: start)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout IdentityNumber?) {
        guard let value else { return }
        let start = bytes.count
        identities.append(value, to: &bytes)
        end(Int(number), from: start)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout StoreIdentifier?) {
        guard let value else { return }
        let start = bytes.count
        if let symbol = value.symbol {
            append(symbol)
        } else {
            DecimalText.append(magnitude: value.bits, digitCountMin: 1, to: &bytes)
        }
        end(Int(number), from: start)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Instant?) {
        guard let value else { return }
        let start = bytes.count
        value.appendISO8601(to: &bytes)
        end(Int(number), from: start)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Int64?) {
        guard let value else { return }
        var start = bytes.count
        if isMoney[Int(number)] {
            DecimalText.append(milliunits: value, to: &bytes)
            end(Int(number), from: start)
            start = bytes.count
            DecimalText.append(value, to: &bytes)
            end(Int(number) + Self.moneySlot, from: start)
        } else {
            DecimalText.append(value, to: &bytes)
            end(Int(number), from: start)
        }
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Int32?) {
        guard let value else { return }
        let start = bytes.count
        DecimalText.append(Int64(value), to: &bytes)
        end(Int(number), from: start)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Bool?) {
        guard let value else { return }
        let start = bytes.count
        bytes.append(literal: value ? "true" : "false")
        end(Int(number), from: start)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [Symbol]?) {
        guard let value else { return }
        let texts = value.compactMap { symbols.text($0) }
        let start = bytes.count
        CSVText.append(texts.joined(separator: " "), to: &bytes)
        end(Int(number), from: start)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout [UInt8]?) {
        guard let value else { return }
        let start = bytes.count
        CSVText.append(String(decoding: value, as: UTF8.self), to: &bytes)
        end(Int(number), from: start)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout PackedText?) {
        guard let value else { return }
        let start = bytes.count
        if !value.appendUUID(to: &bytes) { CSVText.append(value.text, to: &bytes) }
        end(Int(number), from: start)
    }

    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout UInt64?) {}
    mutating func visit(_ number: UInt8, _ name: StaticString, _ value: inout Digest?) {}
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout [IdentityDefinition]?
    ) {}
    mutating func visit(
        _ number: UInt8, _ name: StaticString, _ value: inout [SymbolDefinition]?
    ) {}
}
