/// The texts of a few customers as fields of CSV: the events of one input name the same ones.
///
/// Held for one read transaction at most: whoever has been erased is not written behind it.
struct IdentityCells {
    private struct Entry {
        var number: IdentityNumber?
        var text: [UInt8] = []
    }

    /// The newest of them; two events name at most six.
    private var entries = [Entry](repeating: Entry(), count: 8)
    private var next = 0
    private var found: [UInt8] = []

    /// Forgets them all.
    mutating func removeAll() {
        for index in entries.indices { entries[index].number = nil }
    }

    /// Reads the text of an identity, if it is not there yet.
    ///
    /// An erased one has none, and one that the ledger made up for a purchase of the app without an
    /// appTransactionId is not shown.
    mutating func find(
        _ number: IdentityNumber, reader: LogReader,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        if let index = entries.firstIndex(where: { $0.number == number }) {
            // As new as one just read, so that no other of the same event takes its place.
            entries.swapAt(index, next)
            next = (next + 1) % entries.count
            return
        }
        found.removeAll(keepingCapacity: true)
        let key = LogKey.number(number.number)
        var text = found
        found = []
        _ = try reader.tables.identityDetails.get(key.bytes, in: transaction) { row in
            let details = try IdentityDetails.kindAndTextStart(of: row)
            if details.kind == .appPurchase { return }
            let utf8 = Span<UInt8>(
                _bytes: row.extracting(details.textStart..<row.byteCount))
            text.append(utf8)
        }
        found = text
        var cell = entries[next].text
        entries[next].text = []
        cell.removeAll(keepingCapacity: true)
        CSVText.append(found.span, to: &cell)
        entries[next] = Entry(number: number, text: cell)
        next = (next + 1) % entries.count
    }

    /// Appends the text of an identity that `find` has read.
    func append(_ number: IdentityNumber, to output: inout [UInt8]) {
        for index in entries.indices where entries[index].number == number {
            let text = entries[index].text
            output.append(text.span)
            return
        }
    }
}
