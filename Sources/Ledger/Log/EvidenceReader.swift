/// Reads evidence back: with the headers and dictionaries that its rows name.
final class EvidenceReader {
    private let tables: LogTables
    private var compressions: [UInt8: EvidenceCompression] = [:]
    /// Headers that were read, with the digests of exactly these bytes: nearly every token has the
    /// same one, of 4 kB.
    private var headers: [UInt32: EvidenceHeader] = [:]
    private var lastHeader: (number: UInt32, header: EvidenceHeader)?
    /// How many headers are kept.
    private static let headerCountMax = 32

    init(tables: LogTables) { self.tables = tables }

    /// Reads the evidence of the input whose first event has this sequence into memory that is used
    /// again; false where there is none.
    ///
    /// - Throws: `EvidenceError`, `IntegrityError`, `StorageError`; what was read is of no use then.
    func read(
        _ stored: inout StoredEvidence, at sequence: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Bool {
        try tables.evidence.withCursor(in: transaction) { cursor in
            try read(&stored, at: sequence, by: &cursor, in: transaction)
        }
    }

    /// The same, with a cursor of the table `evidence`: quick where the row is near the one before.
    func read(
        _ stored: inout StoredEvidence, at sequence: UInt64, by cursor: inout LMDBCursor,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Bool {
        let key = LMDBKey(sequence)
        guard try cursor.reaches(key.bytes) else { return false }
        try stored.start(cursor.value, at: sequence)
        let compression = try compression(stored.places.dictionaryNumber, in: transaction)
        for index in 0..<stored.count {
            stored.append(
                try header(stored.places.parts[index].headerNumber, in: transaction))
        }
        try stored.finish(compression)
        return true
    }

    /// Reads the evidence of the input whose first event is `first`, for whoever cannot go on where it
    /// is damaged; the error names the event `sequence`.
    ///
    /// - Throws: `LedgerError.Code.damaged`, `IntegrityError`, `StorageError`.
    func read(
        _ stored: inout StoredEvidence, at first: UInt64, for sequence: UInt64,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> Bool {
        do {
            return try read(&stored, at: first, in: transaction)
        } catch let error as EvidenceError where error != .outOfMemory {
            throw Self.damage(of: sequence)
        }
    }

    /// Says that an event's evidence cannot be read.
    static func damage(of sequence: UInt64) -> LedgerError {
        LedgerError(.damaged, "the evidence of event \(sequence) is damaged; run verify")
    }

    /// A header by its number.
    private func header(
        _ number: UInt32, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws -> EvidenceHeader {
        if let lastHeader, lastHeader.number == number { return lastHeader.header }
        if let header = headers[number] {
            lastHeader = (number, header)
            return header
        }
        let key = LogKey.number(number)
        let bytes = try tables.headers.get(key.bytes, in: transaction) { [UInt8](copying: $0) }
        guard let bytes else { throw EvidenceError.missingReference }
        let held = try EvidenceHeader(bytes, hasher: SHA256())
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
