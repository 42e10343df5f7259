/// The tokens of one row of evidence, put together again only to be hashed.
///
/// Byte for byte the tokens that `EvidenceRow.evidence(header:)` makes, in memory that is used for
/// the next row too: a check of a whole ledger makes every token that was ever received, and keeps
/// none.
struct EvidenceTokens {
    private var row: [UInt8] = []
    private var expanded: [UInt8] = []
    private(set) var places = EvidencePlaces()
    /// By part.
    private var headers: [EvidenceHeaderText] = []
    /// By part.
    private var tails = [TokenTail](repeating: TokenTail(), count: Evidence.partCountMax)

    /// How many tokens there are.
    var count: Int { places.parts.count }

    /// Begins another row: checks its seal, and reads which headers and dictionary it names.
    ///
    /// - Throws: `EvidenceError`, `IntegrityError`.
    mutating func start(_ sealed: RawSpan, at sequence: UInt64, hasher: SHA256) throws {
        let content = try EvidenceSeal.content(of: sealed, at: sequence, hasher: hasher)
        row.removeAll(keepingCapacity: true)
        unsafe content.withUnsafeBytes { unsafe row.append(contentsOf: $0) }
        headers.removeAll(keepingCapacity: true)
        let bytes = row
        try places.readRow(bytes.bytes)
    }

    /// Gives the next part its header.
    mutating func append(_ header: EvidenceHeaderText) { headers.append(header) }

    /// Puts the tokens together; every part has its header.
    ///
    /// - Throws: `EvidenceError`.
    mutating func finish(_ compression: EvidenceCompression) throws(EvidenceError) {
        let (frame, byteCount) = (places.frame, places.expandedByteCount)
        let rowBytes = row
        try compression.expand(
            rowBytes.bytes.extracting(frame), byteCount: byteCount, into: &expanded)
        let expandedBytes = expanded
        try places.readExpanded(expandedBytes.bytes.extracting(0..<byteCount))
        // Innermost first: a token may stand in the payload of an earlier part.
        for index in places.parts.indices.reversed() { try makeTail(index) }
    }

    private mutating func makeTail(_ index: Int) throws(EvidenceError) {
        let part = places.parts[index]
        // Taken out while the tails of later parts are read.
        var tail = TokenTail()
        swap(&tail, &tails[index])
        defer { swap(&tail, &tails[index]) }
        let inner = places.holes[part.holes].reduce(0) { count, hole in
            count + headers[hole.partIndex].bytes.count + tails[hole.partIndex].text.count
        }
        tail.start(
            payloadByteCount: part.payload.count + inner, signatureByteCount: part.signature.count)
        try places.forEachPiece(ofPart: index) { (piece) throws(EvidenceError) in
            switch piece {
            case .bytes(let range): tail.append(expanded.span.extracting(range))
            case .token(let other):
                tail.append(headers[other])
                tail.append(tails[other].text)
            }
        }
        tail.finish(signature: row.span.extracting(part.signature))
    }

    /// The salted digest that a record commits to, of one part.
    ///
    /// - Throws: `VerificationFault`, `IntegrityError`.
    func saltedDigest(ofPart index: Int, hasher: SHA256) throws -> MerkleHash {
        try Evidence.saltedDigest(
            salt: row.bytes.extracting(places.salt), partIndex: index,
            signingInput: try headers[index].signingInput(payloadText: tails[index].payloadText),
            signature: row.bytes.extracting(places.parts[index].signature), hasher: hasher)
    }
}
