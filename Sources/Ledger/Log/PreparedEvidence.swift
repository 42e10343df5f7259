/// The evidence of one input as it will be kept: all but the numbers of its headers, which the log
/// gives out, and the seal, which covers the row's place.
struct PreparedEvidence: Sendable {
    /// What the records commit to: the salted digest of each part, by part index.
    let digests: [Digest]
    /// The header segment of each part.
    let headers: [EvidenceHeader]
    /// The row, with zeros where the header numbers belong.
    private let row: [UInt8]
    /// Where they belong.
    private let numberOffsets: [Int]

    /// Prepares evidence with a salt of its own.
    ///
    /// - Parameters:
    ///   - evidence: the signed bytes.
    ///   - signingInputs: the hash that each part's signature signs.
    ///   - headers: the header of each part, with its digest.
    ///   - salt: random bytes that no other evidence has.
    ///   - compression: of the current dictionary.
    ///   - hasher: makes the digests.
    /// - Throws: `EvidenceError`, `IntegrityError`.
    init(
        _ evidence: Evidence, signingInputs: [SigningInputHash], headers: [EvidenceHeader],
        salt: [UInt8], compression: EvidenceCompression, hasher: SHA256
    ) throws {
        self.headers = headers
        digests = try zip(evidence.parts.indices, signingInputs).map { index, signingInput in
            try Evidence.saltedDigest(
                salt: salt, partIndex: index, signingInput: signingInput,
                signature: evidence.parts[index].signature, hasher: hasher)
        }
        let unnumbered = EvidenceRow(
            evidence, headerNumbers: evidence.parts.map { _ in 0 }, salt: salt,
            dictionaryNumber: EvidenceDictionary.currentNumber)
        row = try unnumbered.encoded(compression)
        numberOffsets = unnumbered.headerNumberOffsets
    }

    /// How many signed parts there are.
    var partCount: Int { headers.count }

    /// Puts the row, with the numbers that the headers have but without a seal, in the place of
    /// other bytes.
    func write(
        into bytes: inout [UInt8], number: (EvidenceHeader) throws -> UInt32
    ) rethrows {
        bytes.removeAll(keepingCapacity: true)
        bytes.reserveCapacity(row.count + EvidenceSeal.byteCount)
        bytes.append(contentsOf: row)
        for (offset, header) in zip(numberOffsets, headers) {
            let number = try number(header)
            for place in 0..<4 {
                bytes[offset + place] = UInt8(truncatingIfNeeded: number >> UInt32(8 * place))
            }
        }
    }
}

/// A header segment as received, with the digest by which the log finds its number.
struct EvidenceHeader: Sendable, Hashable {
    let bytes: [UInt8]
    let digest: Digest

    init(_ bytes: [UInt8], hasher: SHA256) throws(IntegrityError) {
        self.bytes = bytes
        digest = try hasher.digest(bytes)
    }
}
