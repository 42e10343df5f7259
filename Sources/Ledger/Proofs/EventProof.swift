/// The proof of one event: a C2SP `tlog-proof` whose extra data has the event and what proves it.
///
/// Other tools read the file as a `tlog-proof`. Its extra data is text of its own:
///
///     transaction-ledger/event@v1
///     leaf BASE64
///     evidence SALT PART TOKEN
///     beside PART DIGEST
///
/// `leaf` is the input of the leaf. `evidence` is left out where the event commits to none, or
/// where it was erased: the salt in base64, which part of the input's evidence the token is, the
/// token. Each other part of the input that stands in no token follows by its digest.
struct EventProof: Sendable, Hashable {
    /// The first line of the extra data.
    static let header = "transaction-ledger/event@v1"

    /// The signed token that an event was read from, and what its digest needs.
    struct SignedEvidence: Sendable, Hashable {
        /// Random bytes that make the digest tell nothing without the token.
        var salt: [UInt8]
        /// Which part of the input's evidence it is.
        var partIndex: UInt8
        /// The compact JWS as it was received.
        var token: [UInt8]
        /// The parts that came beside it, which the event commits to as well.
        var others: [DigestedPart] = []
    }

    /// The input of the event's leaf.
    var leafInput: [UInt8]
    var evidence: SignedEvidence?
    /// The leaf's index: the event's sequence less 1.
    var index: UInt64
    /// The leaf's sibling first.
    var hashes: [MerkleHash]
    /// The signed checkpoint of a tree that has the leaf.
    var checkpoint: SignedNote

    /// The event's sequence in its ledger.
    var sequence: UInt64 { index + 1 }

    /// The file as it is written.
    var bytes: [UInt8] {
        InclusionProofFile(extra: extra, index: index, hashes: hashes, checkpoint: checkpoint).bytes
    }

    private var extra: [UInt8] {
        var bytes = Array("\(Self.header)\nleaf \(NoteText.base64(leafInput))\n".utf8)
        if let evidence {
            let head = "evidence \(NoteText.base64(evidence.salt)) \(evidence.partIndex) "
            bytes += Array(head.utf8) + evidence.token + Array("\n".utf8)
            for other in evidence.others {
                let digest = NoteText.base64(other.digest.bytes)
                bytes += Array("beside \(other.index) \(digest)\n".utf8)
            }
        }
        return bytes
    }
}

extension EventProof {
    /// Reads a file; nothing in it is checked but its form.
    ///
    /// - Throws: `ProofError`, and `NoteError` when its checkpoint is no note.
    init(_ bytes: [UInt8]) throws {
        let file = try InclusionProofFile(bytes)
        guard let extra = file.extra else { throw ProofError.malformedEvent }
        var lines = NoteText.split(try NoteText.checked(extra), at: "\n")[...]
        guard lines.popFirst().map({ $0.utf8.elementsEqual(Self.header.utf8) }) == true,
            lines.popLast()?.isEmpty == true,
            let leaf = lines.popFirst().flatMap({ ProofText.value(of: "leaf", in: $0) }),
            lines.count <= Evidence.partCountMax
        else { throw ProofError.malformedEvent }
        leafInput = try NoteText.base64(leaf, else: ProofError.malformedEvent)
        if let line = lines.popFirst() {
            var found = try Self.evidence(line)
            found.others = try Self.others(lines, beside: found.partIndex)
            evidence = found
        }
        index = file.index
        hashes = file.hashes
        checkpoint = file.checkpoint
    }

    private static func evidence(_ line: Substring) throws(ProofError) -> SignedEvidence {
        guard let value = ProofText.value(of: "evidence", in: line) else { throw .malformedEvent }
        let parts = NoteText.split(value, at: " ")
        guard parts.count == 3, let number = NoteText.decimal(parts[1]),
            let partIndex = UInt8(exactly: number)
        else { throw .malformedEvent }
        let salt = try NoteText.base64(parts[0], else: ProofError.malformedEvent)
        guard salt.count == EvidenceRow.saltByteCount,
            parts[2].utf8.count <= SignedInputLimits.compactJWSBytesMax
        else { throw .malformedEvent }
        return SignedEvidence(salt: salt, partIndex: partIndex, token: Array(parts[2].utf8))
    }

    /// The parts beside one, in the order of their indices.
    private static func others(
        _ lines: ArraySlice<Substring>, beside partIndex: UInt8
    ) throws(ProofError) -> [DigestedPart] {
        var others: [DigestedPart] = []
        for line in lines {
            let parts = NoteText.split(
                ProofText.value(of: "beside", in: line) ?? Substring(), at: " ")
            guard parts.count == 2, let number = NoteText.decimal(parts[0]),
                number < UInt64(Evidence.partCountMax), number != UInt64(partIndex)
            else { throw .malformedEvent }
            let index = Int(number)
            let digest = try NoteText.base64(parts[1], else: ProofError.malformedEvent)
            guard others.last.map({ $0.index < index }) != false, let digest = MerkleHash(digest)
            else { throw .malformedEvent }
            others.append(DigestedPart(index: index, digest: digest))
        }
        return others
    }
}
