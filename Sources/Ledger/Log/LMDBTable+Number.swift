extension LMDBTable {
    /// The number that the value of a key begins with, little-endian; nil where there is no such
    /// key.
    func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ key: RawSpan, as type: Number.Type,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Number? {
        try get(key, in: transaction) { value in
            var reader = ByteReader(value)
            return try reader.read(type)
        }
    }
}
