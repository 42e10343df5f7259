/// The check behind a row of evidence: a frame of zstd has bits that change nothing of what it
/// expands to, and these have to be found too when they change.
enum EvidenceSeal {
    /// How many bytes of the digest stand behind the row.
    static let byteCount = 4

    /// Adds its check to a row: the first bytes of SHA-256 over its key and all bytes in front.
    static func seal(
        _ row: inout [UInt8], at sequence: UInt64, hasher: SHA256
    ) throws(IntegrityError) {
        let check = try check(row.bytes, at: sequence, hasher: hasher)
        unsafe withUnsafeBytes(of: check) { unsafe row.append(contentsOf: $0.prefix(byteCount)) }
    }

    /// The row without its check, lent.
    ///
    /// - Throws: `EvidenceError.damaged` when a byte of it was changed, or it is another input's.
    @_lifetime(copy sealed)
    static func content(
        of sealed: RawSpan, at sequence: UInt64, hasher: SHA256
    ) throws -> RawSpan {
        guard sealed.byteCount >= byteCount else { throw EvidenceError.damaged }
        let row = sealed.extracting(0..<sealed.byteCount - byteCount)
        let check = try check(row, at: sequence, hasher: hasher)
        let isRight = unsafe withUnsafeBytes(of: check) { check in
            (0..<byteCount).allSatisfy {
                unsafe check[$0] == sealed.unsafeLoadByte(at: row.byteCount + $0)
            }
        }
        guard isRight else { throw EvidenceError.damaged }
        return row
    }

    private static func check(
        _ row: RawSpan, at sequence: UInt64, hasher: SHA256
    ) throws(IntegrityError) -> MerkleHash {
        try hasher.start()
        try hasher.add(LMDBKey(sequence).bytes)
        try hasher.add(row)
        return try hasher.finish()
    }
}
