/// The check behind a row of evidence: a frame of zstd has bits that change nothing of what it expands
/// to, and these have to be found too when they change.
enum EvidenceSeal {
    /// How many bytes of the digest stand behind the row.
    static let byteCount = 4

    /// Adds its check to a row: the first bytes of SHA-256 over its key and all bytes in front.
    static func seal(
        _ row: inout [UInt8], at sequence: UInt64, hasher: SHA256
    ) throws(IntegrityError) {
        row += try check(row, at: sequence, hasher: hasher)
    }

    /// The row without its check.
    ///
    /// - Throws: `EvidenceError.damaged` when a byte of it was changed, or it is another input's.
    static func opened(
        _ sealed: [UInt8], at sequence: UInt64, hasher: SHA256
    ) throws -> [UInt8] {
        guard sealed.count >= byteCount else { throw EvidenceError.damaged }
        let row = Array(sealed.dropLast(byteCount))
        guard try sealed.suffix(byteCount).elementsEqual(check(row, at: sequence, hasher: hasher))
        else { throw EvidenceError.damaged }
        return row
    }

    private static func check(
        _ row: [UInt8], at sequence: UInt64, hasher: SHA256
    ) throws(IntegrityError) -> [UInt8] {
        try hasher.start()
        try hasher.add(LMDBKey(sequence).bytes)
        try hasher.add(row.bytes)
        return Array(try hasher.finish().bytes.prefix(byteCount))
    }
}
