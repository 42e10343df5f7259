/// The evidence of one input as it will be kept: all but the numbers of its headers, which the log
/// gives out, and the seal, which covers the row's place.
struct PreparedEvidence: Sendable {
    /// What the records commit to, by the index of the part that they are made of.
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
    ///   - isNotification: whether the parts behind the first one stand in its payload.
    ///   - headers: the header of each part, with its digest.
    ///   - salt: random bytes that no other evidence has.
    ///   - compression: of the current dictionary.
    ///   - hasher: makes the digests.
    /// - Throws: `EvidenceError`, `IntegrityError`.
    init(
        _ evidence: Evidence, isNotification: Bool, headers: [EvidenceHeader], salt: [UInt8],
        compression: EvidenceCompression, hasher: SHA256
    ) throws {
        self.headers = headers
        let unnumbered = EvidenceRow(
            evidence, isNotification: isNotification,
            headerNumbers: evidence.parts.map { _ in 0 }, salt: salt,
            dictionaryNumber: EvidenceDictionary.currentNumber)
        var commitment = EvidenceCommitment(hasher: hasher)
        digests = try unnumbered.digests(headers: headers, &commitment)
            .map { Digest(bytes: $0.bytes) }
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
