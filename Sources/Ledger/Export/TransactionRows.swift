/// Writes the rows of `export transactions` as CSV.
struct TransactionRows {
    private var cells: EventCells
    private let slots: [EventCells.Slot]
    private let date: EventCells.Slot?
    private let percentage: EventCells.Slot?
    /// What only a revocation that still holds says.
    private let whys: [EventCells.Slot?]

    init(symbols: SymbolNames) throws {
        cells = try EventCells(symbols: symbols)
        slots = cells.slots(of: ExportColumns.transactionFields)
        date = cells.slot(of: "revocationDate")
        percentage = cells.slot(of: "revocationPercentage")
        whys = [cells.slot(of: "revocationReason"), cells.slot(of: "revocationType")]
    }

    /// Begins with the events of another read transaction.
    mutating func beginRead() { cells.beginRead() }

    /// Writes the cells of a purchase behind those of its line.
    ///
    /// Whether it is revoked is the purchase's to say, at the instant that is asked for.
    mutating func write(
        _ purchase: PurchaseRow, _ fields: inout EventFields, reader: LogReader,
        to bytes: inout [UInt8], in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        try cells.read(&fields, reader: reader, in: transaction)
        let isRevokedAsSigned = fields.revocationDate == purchase.revocationDate
        for slot in slots {
            bytes.append(UInt8(ascii: ","))
            if slot == date {
                purchase.revocationDate?.appendISO8601(to: &bytes)
            } else if slot == percentage {
                if let percentage = purchase.revocationPercentageMillipercent {
                    DecimalText.append(Int64(percentage), to: &bytes)
                }
            } else if isRevokedAsSigned || !whys.contains(slot) {
                cells.append(slot, to: &bytes)
            }
        }
        bytes.append(UInt8(ascii: ","))
        purchase.signedDate.appendISO8601(to: &bytes)
        bytes.append(UInt8(ascii: ","))
        DecimalText.append(magnitude: purchase.sequence, digitCountMin: 1, to: &bytes)
    }
}
