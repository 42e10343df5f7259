/// Reads evidence back: with the headers and dictionaries that its rows name.
final class EvidenceReader {
    private let tables: LogTables
    private var compressions: [UInt8: EvidenceCompression] = [:]
    private var hasher: SHA256?
    /// Headers that were read: nearly every token has the same one, of 4 kB.
    private var headers: [UInt32: [UInt8]] = [:]
    /// How many headers are kept.
    private static let headerCountMax = 32

    init(tables: LogTables) { self.tables = tables }

    /// The evidence of the input whose first event has this sequence, with its salt; nil where there
    /// is none.
    ///
    /// - Throws: `EvidenceError`, `StorageError`.
    func evidence(
        at sequence: UInt64, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> (evidence: Evidence, salt: [UInt8])? {
        let key = LMDBKey(sequence)
        let sealed = try tables.evidence.get(key.bytes, in: transaction) { [UInt8](copying: $0) }
        guard let sealed else { return nil }
        let hasher = try hasher ?? SHA256()
        self.hasher = hasher
        let bytes = try EvidenceSeal.opened(sealed, at: sequence, hasher: hasher)
        // Read before the row is, because a closure that is lent bytes cannot lend the transaction.
        if bytes.count > 1, compressions[bytes[1]] == nil {
            compressions[bytes[1]] = try compression(bytes[1], in: transaction)
        }
        let row = unsafe try EvidenceRow(decoding: bytes.span.bytes) { number in
            guard let compression = compressions[number] else {
                throw EvidenceError.missingReference
            }
            return compression
        }
        if headers.count > Self.headerCountMax { headers.removeAll() }
        for number in row.headerNumbers where headers[number] == nil {
            let key = LogKey.number(number)
            headers[number] = try tables.headers.get(key.bytes, in: transaction) {
                [UInt8](copying: $0)
            }
        }
        let evidence = try row.evidence { number in
            guard let header = headers[number] else { throw EvidenceError.missingReference }
            return header
        }
        return (evidence, row.salt)
    }

    /// The text that an identity number stands for; nil where it was erased.
    func identityText(
        _ number: IdentityNumber, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> String? {
        try LogReader(tables: tables).identityText(number, in: transaction)
    }

    private func compression(
        _ number: UInt8, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> EvidenceCompression {
        let key = LogKey.text("dictionary\(number)")
        guard
            let dictionary = try tables.meta.get(
                key.bytes, in: transaction, { [UInt8](copying: $0) })
        else { throw EvidenceError.missingReference }
        return try EvidenceCompression(dictionary: dictionary)
    }
}
