/// The evidence of one input as its row holds it (`docs/format.md`, "Evidence").
///
/// The row is keyed by the first event of the input. All its payloads are one zstd frame, because a
/// notification, its transaction and its renewal info share most of their bytes.
struct EvidenceRow {
    /// Where an inner JWS stood in a part's payload.
    struct Hole: Sendable, Hashable {
        var offset: Int
        var partIndex: Int
    }

    static let formatVersion: UInt8 = 1
    static let saltByteCount = 16

    var dictionaryNumber: UInt8
    var salt: [UInt8]
    var headerNumbers: [UInt32]
    var signatures: [[UInt8]]
    /// Each part's payload, with its holes.
    var payloads: [PunchedPayload]

    /// Takes what a notification carries out of its payload: `isNotification` says whether the parts
    /// behind the first one stand in it.
    init(
        _ evidence: Evidence, isNotification: Bool, headerNumbers: [UInt32], salt: [UInt8],
        dictionaryNumber: UInt8
    ) {
        self.dictionaryNumber = dictionaryNumber
        self.salt = salt
        self.headerNumbers = headerNumbers
        signatures = evidence.parts.map(\.signature)
        payloads = evidence.parts.map { PunchedPayload(whole: $0.payload) }
        guard isNotification, let outer = evidence.parts.first else { return }
        payloads[0] = PunchedPayload(
            outer.payload, inner: evidence.parts.dropFirst().map(\.compactJWS))
    }

    /// Where the header numbers stand in the encoded row: behind version, dictionary, count and
    /// salt, each in front of its signature.
    var headerNumberOffsets: [Int] {
        var offset = 3 + Self.saltByteCount
        return signatures.map { signature in
            defer { offset += 4 + 1 + signature.count }
            return offset
        }
    }

    /// What the records of each part commit to, made with the header of each part.
    func digests(
        headers: [EvidenceHeader], _ commitment: inout EvidenceCommitment
    ) throws -> [MerkleHash] {
        var digests = [MerkleHash](repeating: .zero, count: payloads.count)
        // Innermost first: an outer part's digest has those of its inner ones.
        for index in payloads.indices.reversed() {
            let (payload, holes) = (payloads[index].bytes, payloads[index].holes)
            let (header, signature) = (headers[index].digest.bytes, signatures[index])
            try commitment.start(
                salt: salt.bytes, partIndex: index, header: header.bytes,
                signature: signature.bytes, innerCount: holes.count)
            for hole in holes { commitment.add(hole, digest: digests[hole.partIndex]) }
            digests[index] = try commitment.finish(payload: payload.bytes)
        }
        let (alone, holes) = (digests, payloads.lazy.flatMap(\.holes))
        for index in alone.indices {
            let others = DigestedPart.others(beside: index, of: alone.span, holes: holes)
            // Nearly always there are none; then nothing is copied.
            if others.isEmpty { continue }
            digests[index] = try commitment.bind(
                DigestedPart(index: index, digest: alone[index]), to: others, salt: salt.bytes)
        }
        return digests
    }
}
