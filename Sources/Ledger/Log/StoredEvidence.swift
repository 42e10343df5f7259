/// One row of evidence, read back: what its records commit to, and its tokens for those who need
/// them.
///
/// Keep one and use it again: a check of a whole ledger reads every row, makes no token, and its
/// memory grows once.
struct StoredEvidence {
    private var row: [UInt8] = []
    private var expanded: [UInt8] = []
    private(set) var places = EvidencePlaces()
    /// By part.
    private var headers: [EvidenceHeader] = []
    /// Of each part alone, of `Evidence.partCountMax`.
    private var digests = InlineArray<4, MerkleHash>(repeating: .zero)
    /// What the records of each part commit to.
    private var commitments = InlineArray<4, MerkleHash>(repeating: .zero)
    private var commitment: EvidenceCommitment
    private let hasher: SHA256

    /// - Parameter hasher: makes the digests.
    init(hasher: SHA256) {
        self.hasher = hasher
        commitment = EvidenceCommitment(hasher: hasher)
    }

    /// How many tokens there are.
    var count: Int { places.parts.count }

    /// The first of some headers that a part has; nil where none has one.
    func header(in numbers: Set<UInt32>) -> UInt32? {
        if numbers.isEmpty { return nil }
        return places.parts.first { numbers.contains($0.headerNumber) }?.headerNumber
    }

    /// The row's salt.
    var salt: [UInt8] { Array(row[places.salt]) }

    /// Begins another row: checks its seal, and reads which headers and dictionary it names.
    ///
    /// - Throws: `EvidenceError`, `IntegrityError`.
    mutating func start(_ sealed: RawSpan, at sequence: UInt64) throws {
        let content = try EvidenceSeal.content(of: sealed, at: sequence, hasher: hasher)
        row.removeAll(keepingCapacity: true)
        unsafe content.withUnsafeBytes { unsafe row.append(contentsOf: $0) }
        headers.removeAll(keepingCapacity: true)
        let bytes = row
        try places.readRow(bytes.bytes)
    }

    /// Gives the next part its header.
    mutating func append(_ header: EvidenceHeader) { headers.append(header) }

    /// Expands the payloads, and makes what each part's records commit to; every part has its
    /// header.
    ///
    /// - Throws: `EvidenceError`, `IntegrityError`.
    mutating func finish(_ compression: EvidenceCompression) throws {
        let (frame, byteCount) = (places.frame, places.expandedByteCount)
        let rowBytes = row
        try compression.expand(
            rowBytes.bytes.extracting(frame), byteCount: byteCount, into: &expanded)
        let payloads = expanded
        try places.readExpanded(payloads.bytes.extracting(0..<byteCount))
        // Innermost first: an outer part's digest has those of its inner ones.
        for index in places.parts.indices.reversed() {
            digests[index] = try makeDigest(index, row: rowBytes, payloads: payloads)
        }
        for index in places.parts.indices {
            commitments[index] = try commitment.bind(
                DigestedPart(index: index, digest: digests[index]), to: others(beside: index),
                salt: rowBytes.bytes.extracting(places.salt))
        }
    }

    /// The parts that stand beside one, which its records commit to as well.
    func others(beside index: Int) -> [DigestedPart] {
        DigestedPart.others(
            beside: index, of: digests.span.extracting(0..<count), holes: places.holes)
    }

    private mutating func makeDigest(
        _ index: Int, row: [UInt8], payloads: [UInt8]
    ) throws -> MerkleHash {
        let part = places.parts[index]
        let header = headers[index].digest.bytes
        try commitment.start(
            salt: row.bytes.extracting(places.salt), partIndex: index, header: header.bytes,
            signature: row.bytes.extracting(part.signature), innerCount: part.holes.count)
        for place in part.holes {
            let hole = places.holes[place]
            commitment.add(hole, digest: digests[hole.partIndex])
        }
        return try commitment.finish(payload: payloads.bytes.extracting(part.payload))
    }

    /// What the records of a part commit to.
    func commitment(ofPart index: Int) -> MerkleHash { commitments[index] }

    /// Whether the tokens of a verified input are taken out where intake takes them out.
    func isPunched(as submission: Submission) -> Bool {
        let row = EvidenceRow(
            submission.evidence, isNotification: submission.notification != nil, headerNumbers: [],
            salt: [], dictionaryNumber: places.dictionaryNumber)
        return row.payloads.flatMap(\.holes) == places.holes
    }

    /// The tokens as they were received.
    func evidence() -> Evidence {
        var parts: [Evidence.Part] = []
        // Innermost first: a token may stand in the payload of an earlier part.
        for index in places.parts.indices.reversed() {
            var payload: [UInt8] = []
            places.forEachPiece(ofPart: index) { piece in
                switch piece {
                case .bytes(let range): payload += expanded[range]
                case .token(let inner): payload += parts[inner - index - 1].compactJWS
                }
            }
            let part = Evidence.Part(
                header: headers[index].bytes, payload: payload,
                signature: Array(row[places.parts[index].signature]))
            parts.insert(part, at: 0)
        }
        return Evidence(parts: parts)
    }
}
