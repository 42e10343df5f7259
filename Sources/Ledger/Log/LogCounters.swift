/// The next numbers that the log gives out.
struct LogCounters: Sendable, Hashable {
    var nextLine: UInt32
    var nextIdentity: UInt32
    var nextHeader: UInt32

    /// Reads them; each is 1 where none was given out.
    init(of meta: LMDBTable, in transaction: borrowing some LMDBTransaction & ~Copyable) throws {
        func next(_ name: String) throws -> UInt32 {
            let key = LogKey.text(name)
            return try meta.number(key.bytes, as: UInt32.self, in: transaction) ?? 1
        }
        nextLine = try next("nextLine")
        nextIdentity = try next("nextIdentity")
        nextHeader = try next("nextHeader")
    }

    /// Writes those that differ from what the table holds; all where it has none yet.
    func put(
        in meta: LMDBTable, besides held: LogCounters?,
        _ transaction: borrowing LMDBWriteTransaction
    ) throws {
        let counters = [
            ("nextLine", nextLine, held?.nextLine),
            ("nextIdentity", nextIdentity, held?.nextIdentity),
            ("nextHeader", nextHeader, held?.nextHeader),
        ]
        for (name, value, heldValue) in counters where value != heldValue {
            let key = LogKey.text(name)
            let bytes = ByteWriter.bytes(of: value)
            try meta.put(key.bytes, bytes.bytes, in: transaction)
        }
    }
}
