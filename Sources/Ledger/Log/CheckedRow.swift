/// A row that nothing else tells about: its bytes, and a check value of eight bytes behind them,
/// the first ones of SHA-256 over the key and the bytes.
///
/// Checkpoints' lines by unknown witnesses, and the counts of the quarantine, could change unseen
/// without one. It finds damage, not forgery.
enum CheckedRow {
    static let checkByteCount = 8

    /// The row as it is stored.
    static func encoded(_ bytes: [UInt8], key: LMDBKey) throws(IntegrityError) -> [UInt8] {
        bytes + (try check(bytes, key))
    }

    /// The bytes of a stored row; nil where the check value is another.
    static func decoded(_ row: [UInt8], key: LMDBKey) throws(IntegrityError) -> [UInt8]? {
        let bytes = Array(row.dropLast(checkByteCount))
        guard row.count >= checkByteCount, try check(bytes, key)[...] == row[bytes.count...] else {
            return nil
        }
        return bytes
    }

    private static func check(_ bytes: [UInt8], _ key: LMDBKey) throws(IntegrityError) -> [UInt8] {
        Array(try SHA256().digest([UInt8](copying: key.bytes), bytes).bytes.prefix(checkByteCount))
    }
}
