/// A table that finds the rows of another by what they hold: the texts of identities, the digests
/// of headers.
///
/// It is compared with that table itself, under the lock: a row that an erasure has removed must
/// not come back.
struct InverseTable {
    let index: LMDBTable
    /// Numbers, each with what the index finds it by.
    let source: LMDBTable
    /// The key in the index for a value of the source.
    let key: (RawSpan) throws -> [UInt8]

    /// The changes that the index needs, as many as there is room for.
    ///
    /// - Returns: the changes, and whether there are no more.
    func changes(
        in transaction: borrowing LMDBWriteTransaction, room: inout ChangeRoom
    ) throws -> (changes: [RowChange], isAll: Bool) {
        var changes: [RowChange] = []
        var corrected: Set<[UInt8]> = []
        try source.forEach(in: transaction) { number, value in
            let key = try key(value)
            let expected = try Self.value(ofNumber: number)
            let held = try index.get(key.bytes, in: transaction) { [UInt8](copying: $0) }
            if held != expected {
                let change = held == nil ? RowChange.add(key, expected) : .change(key, expected)
                changes.append(change)
                corrected.insert(key)
                room.use(change)
            }
            return !room.isUsedUp
        }
        if room.isUsedUp { return (changes, false) }
        try index.forEach(in: transaction) { key, value in
            let held = [UInt8](copying: key)
            if try !corrected.contains(held) && !isCalledFor(held, value, in: transaction) {
                let change = RowChange.remove(held)
                changes.append(change)
                room.use(change)
            }
            return !room.isUsedUp
        }
        return (changes, !room.isUsedUp)
    }

    /// Whether the source has a row of that number with that key.
    private func isCalledFor(
        _ key: [UInt8], _ value: RawSpan, in transaction: borrowing LMDBWriteTransaction
    ) throws -> Bool {
        guard value.byteCount == MemoryLayout<UInt32>.size else { return false }
        var reader = ByteReader(value)
        let number = LogKey.number(try reader.read(UInt32.self))
        return try source.get(number.bytes, in: transaction) { try self.key($0) == key } ?? false
    }

    private static func value(ofNumber key: RawSpan) throws -> [UInt8] {
        var reader = ByteReader(key)
        return ByteWriter.bytes(of: try reader.read(UInt32.self).byteSwapped)
    }
}
