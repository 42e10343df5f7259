/// An event as its leaf has it.
struct LoggedLeaf {
    var fields: EventFields
    /// The leaf's input: the record, and the texts of the symbols that it names.
    var input: [UInt8]
}

extension LogReader {
    /// The leaf of an event, made from its record and compared with the tree.
    ///
    /// The symbols have to be those of the transaction, or later ones.
    func leaf(
        of sequence: UInt64, symbols: SymbolCache, hasher: MerkleHasher,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> LoggedLeaf {
        let key = LMDBKey(sequence)
        let record = try tables.log.get(key.bytes, in: transaction) { [UInt8](copying: $0) }
        guard let record else {
            throw LedgerError(.damaged, "event \(sequence) is missing; restore a backup")
        }
        let fields = try RecordDecoder.decode(record.bytes)
        var leaf = EventLeaf(hasher: hasher)
        let input = try leaf.input(record: record, fields: fields) { try symbols.heldText(of: $0) }
        let held = try treeHash(
            of: MerkleNode(level: 0, index: sequence - 1),
            size: try lastSequence(in: transaction), hasher: hasher, in: transaction)
        guard try hasher.leaf(input.bytes) == held else {
            throw LedgerError(
                .damaged, "event \(sequence) is not the one in the tree; run verify")
        }
        return LoggedLeaf(fields: fields, input: input)
    }
}
