/// Makes what a record commits to: the digest of one signed part as it is kept, each byte once, and
/// of those beside it in its input (`docs/format.md`, "Evidence").
///
/// Everything in front of the payload tells its own length, and a part that was taken out of the
/// payload stands there with its own digest. So no two tokens have the same bytes in front of the
/// hash, and no byte of a token is hashed twice: not the header, whose own digest is known, and not
/// a token inside of another.
///
/// For one thread at a time: the hash belongs to one. `start`, `add` for each part that was taken
/// out, `finish`.
struct EvidenceCommitment {
    private let hasher: SHA256
    /// What stands in front of the payload; as long as it can be: salt 16, part 1, header's digest
    /// 32, length 1 and signature 255, number of inner parts 1, and for three of them offset 4, part
    /// 1 and digest 32.
    private var head = InlineArray<417, UInt8>(repeating: 0)
    private var count = 0

    /// The longest signature, in bytes: its length is one byte.
    static let signatureByteCountMax = 255

    init(hasher: SHA256) { self.hasher = hasher }

    /// Begins another digest.
    ///
    /// - Parameters:
    ///   - salt: the evidence's, of `EvidenceRow.saltByteCount` bytes.
    ///   - partIndex: which part it is.
    ///   - header: SHA-256 of the header segment.
    ///   - signature: decoded.
    ///   - innerCount: how many parts were taken out of the payload.
    /// - Throws: `EvidenceError.tooLarge` where it is none that can be kept.
    mutating func start(
        salt: RawSpan, partIndex: Int, header: RawSpan, signature: RawSpan, innerCount: Int
    ) throws(EvidenceError) {
        guard salt.byteCount == EvidenceRow.saltByteCount,
            header.byteCount == MerkleHash.byteCount,
            signature.byteCount <= Self.signatureByteCountMax,
            (0..<Evidence.partCountMax).contains(partIndex),
            (0..<Evidence.partCountMax).contains(innerCount)
        else { throw .tooLarge }
        count = 0
        append(salt)
        append(UInt8(truncatingIfNeeded: partIndex))
        append(header)
        append(UInt8(truncatingIfNeeded: signature.byteCount))
        append(signature)
        append(UInt8(truncatingIfNeeded: innerCount))
    }

    /// Adds a part that was taken out, in the order of their places.
    mutating func add(_ hole: EvidenceRow.Hole, digest: MerkleHash) {
        let offset = UInt32(truncatingIfNeeded: hole.offset)
        for place in 0..<UInt32(4) {
            append(UInt8(truncatingIfNeeded: offset >> (8 * place)))
        }
        append(UInt8(truncatingIfNeeded: hole.partIndex))
        append(digest)
    }

    /// Ends the digest with the payload, without what was taken out.
    func finish(payload: RawSpan) throws(IntegrityError) -> MerkleHash {
        try hasher.start()
        unsafe try hasher.add(head.span.bytes.extracting(0..<count))
        try hasher.add(payload)
        return try hasher.finish()
    }

    /// Makes what the records of a part commit to, of its own digest and those of the parts beside
    /// it: an input may bring something known beside something new, and only what is new has a
    /// record.
    ///
    /// - Parameters:
    ///   - part: the part that the record is made of.
    ///   - others: the other parts of the input that stand in no payload, in their order.
    ///   - salt: the evidence's, of `EvidenceRow.saltByteCount` bytes.
    /// - Returns: the part's own digest where nothing stands beside it.
    /// - Throws: `EvidenceError.tooLarge` where no input has so many parts, `IntegrityError`.
    mutating func bind(
        _ part: DigestedPart, to others: [DigestedPart], salt: RawSpan
    ) throws -> MerkleHash {
        if others.isEmpty { return part.digest }
        guard salt.byteCount == EvidenceRow.saltByteCount, others.count < Evidence.partCountMax
        else { throw EvidenceError.tooLarge }
        count = 0
        append(salt)
        // No part has this index: what follows is no part's own digest.
        append(.max)
        append(UInt8(truncatingIfNeeded: others.count))
        for part in [part] + others {
            append(UInt8(truncatingIfNeeded: part.index))
            append(part.digest)
        }
        return try finish(payload: RawSpan())
    }

    private mutating func append(_ digest: MerkleHash) {
        unsafe withUnsafeBytes(of: digest) { unsafe append($0.bytes) }
    }

    private mutating func append(_ byte: UInt8) {
        head[count] = byte
        count += 1
    }

    private mutating func append(_ bytes: RawSpan) {
        let (start, end) = (count, count + bytes.byteCount)
        var memory = head.mutableSpan
        unsafe memory.withUnsafeMutableBytes { memory in
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe UnsafeMutableRawBufferPointer(rebasing: memory[start..<end])
                    .copyMemory(from: bytes)
            }
        }
        count = end
    }
}

extension EvidenceCommitment {
    /// What the records of a token commit to, of the token and of the digests of those beside it.
    ///
    /// - Throws: what `digest` and `bind` throw.
    mutating func digest(
        of token: CompactJWS, partIndex: Int, salt: [UInt8], beside others: [DigestedPart]
    ) throws -> MerkleHash {
        let digest = try digest(of: token, partIndex: partIndex, salt: salt)
        return try bind(
            DigestedPart(index: partIndex, digest: digest), to: others, salt: salt.bytes)
    }

    /// The digest of a token by itself, as whoever has nothing but the token finds it.
    ///
    /// - Throws: `EvidenceError.tooLarge` where no evidence can have such a part,
    ///   `EvidenceError.damaged` where what it carries is no token, `IntegrityError`.
    mutating func digest(
        of token: CompactJWS, partIndex: Int, salt: [UInt8]
    ) throws -> MerkleHash {
        let carried = partIndex == 0 ? try Self.tokens(carriedBy: token.payload) : []
        let payload = PunchedPayload(token.payload, inner: carried.map(\.bytes))
        var inner: [MerkleHash] = []
        for hole in payload.holes {
            let token = carried[hole.partIndex - 1]
            inner.append(try digest(of: token, partIndex: hole.partIndex, salt: salt))
        }
        let header = try hasher.digest(Array(token.headerText)).bytes
        let (rest, signature) = (payload.bytes, token.signature)
        try start(
            salt: salt.bytes, partIndex: partIndex, header: header.bytes,
            signature: signature.bytes, innerCount: inner.count)
        for (hole, digest) in zip(payload.holes, inner) { add(hole, digest: digest) }
        return try finish(payload: rest.bytes)
    }

    /// The tokens that a notification carries, in the order of their parts; none where the payload
    /// is not a notification's.
    private static func tokens(carriedBy payload: [UInt8]) throws -> [CompactJWS] {
        guard let notification = try? StoreNotification(payload: payload),
            notification.notificationType != nil
        else { return [] }
        let texts = [
            notification.data?.signedTransactionInfo, notification.data?.signedRenewalInfo,
            notification.appData?.signedAppTransactionInfo,
        ]
        return try texts.compactMap { $0 }.map { text in
            guard let token = try? CompactJWS(Array(text.utf8)) else { throw EvidenceError.damaged }
            return token
        }
    }
}
