/// Reads evidence back: with the headers and dictionaries that its rows name.
final class EvidenceReader {
    private let tables: LogTables
    private var compressions: [UInt8: EvidenceCompression] = [:]
    private var hasher: SHA256?
    /// Headers that were read: nearly every token has the same one, of 4 kB.
    private var headers: [UInt32: EvidenceHeaderText] = [:]
    /// How many headers are kept.
    private static let headerCountMax = 32

    init(tables: LogTables) { self.tables = tables }

    /// The evidence of the input whose first event has this sequence, with its salt; nil where
    /// there is none.
    ///
    /// - Throws: `EvidenceError`, `StorageError`.
    func evidence(
        at sequence: UInt64, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> (evidence: Evidence, salt: [UInt8])? {
        let key = LMDBKey(sequence)
        let hasher = try sharedHasher()
        let bytes = try tables.evidence.get(key.bytes, in: transaction) { sealed in
            [UInt8](
                copying: try EvidenceSeal.content(of: sealed, at: sequence, hasher: hasher))
        }
        guard let bytes else { return nil }
        // Read before the row is, because a closure that is lent bytes cannot lend the transaction.
        var places = EvidencePlaces()
        try places.readRow(bytes.bytes)
        let compression = try compression(places.dictionaryNumber, in: transaction)
        let row = try EvidenceRow(decoding: bytes.bytes) { _ in compression }
        var headers: [UInt32: [UInt8]] = [:]
        for number in row.headerNumbers {
            headers[number] = try header(number, in: transaction).bytes
        }
        let evidence = try row.evidence { number in
            guard let header = headers[number] else { throw EvidenceError.missingReference }
            return header
        }
        return (evidence, row.salt)
    }

    /// Puts the tokens of the input together whose first event has this sequence; false where there
    /// is no evidence of it.
    ///
    /// - Throws: `EvidenceError`, `StorageError`; the tokens are of no use then.
    func read(
        _ tokens: inout EvidenceTokens, at sequence: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Bool {
        let key = LMDBKey(sequence)
        let hasher = try sharedHasher()
        let isThere: Void? = try tables.evidence.get(key.bytes, in: transaction) { sealed in
            try tokens.start(sealed, at: sequence, hasher: hasher)
        }
        guard isThere != nil else { return false }
        let compression = try compression(tokens.places.dictionaryNumber, in: transaction)
        for index in 0..<tokens.count {
            tokens.append(
                try header(tokens.places.parts[index].headerNumber, in: transaction))
        }
        try tokens.finish(compression)
        return true
    }

    private func sharedHasher() throws -> SHA256 {
        if let hasher { return hasher }
        let made = try SHA256()
        hasher = made
        return made
    }

    /// A header by its number.
    private func header(
        _ number: UInt32, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> EvidenceHeaderText {
        if let header = headers[number] { return header }
        let key = LogKey.number(number)
        let held = try tables.headers.get(key.bytes, in: transaction) {
            EvidenceHeaderText([UInt8](copying: $0))
        }
        guard let held else { throw EvidenceError.missingReference }
        if headers.count >= Self.headerCountMax { headers.removeAll() }
        headers[number] = held
        return held
    }

    /// The text that an identity number stands for; nil where it was erased.
    func identityText(
        _ number: IdentityNumber, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> String? {
        try LogReader(tables: tables).identityText(number, in: transaction)
    }

    /// What expands rows that name this dictionary.
    private func compression(
        _ number: UInt8, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> EvidenceCompression {
        if let compression = compressions[number] { return compression }
        let key = LogKey.text("dictionary\(number)")
        guard
            let dictionary = try tables.meta.get(
                key.bytes, in: transaction, { [UInt8](copying: $0) })
        else { throw EvidenceError.missingReference }
        let made = try EvidenceCompression(dictionary: dictionary)
        compressions[number] = made
        return made
    }
}
