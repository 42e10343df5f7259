/// Writes the rows of `export events` as CSV.
struct EventRows {
    private var cells: EventCells
    private let slots: [EventCells.Slot]
    private let hasLeaves: Bool

    init(symbols: SymbolNames, hasLeaves: Bool) throws {
        cells = try EventCells(symbols: symbols)
        slots = cells.slots(of: ExportColumns.eventFields)
        self.hasLeaves = hasLeaves
    }

    /// Begins with the events of another read transaction.
    mutating func beginRead() { cells.beginRead() }

    /// Writes a row.
    mutating func write(
        _ fields: inout EventFields, _ sequence: UInt64, leafHash: MerkleHash, leafInput: [UInt8]?,
        reader: LogReader, to bytes: inout [UInt8],
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        try cells.read(&fields, reader: reader, in: transaction)
        let comma = UInt8(ascii: ",")
        DecimalText.append(magnitude: sequence, digitCountMin: 1, to: &bytes)
        bytes.append(comma)
        cells.append(fields.kind, to: &bytes)
        bytes.append(comma)
        if let environment = fields.environment.environment {
            CSVText.append(environment.rawValue, to: &bytes)
        }
        bytes.append(comma)
        fields.recordedAt.appendISO8601(to: &bytes)
        bytes.append(comma)
        fields.effectiveAt.appendISO8601(to: &bytes)
        for slot in slots {
            bytes.append(comma)
            cells.append(slot, to: &bytes)
        }
        bytes.append(comma)
        leafHash.appendHexadecimal(to: &bytes)
        if hasLeaves {
            bytes.append(comma)
            if let leafInput { CSVText.append(NoteText.base64(leafInput), to: &bytes) }
        }
    }
}
