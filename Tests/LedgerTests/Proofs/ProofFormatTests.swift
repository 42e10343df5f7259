import Testing

@testable import Ledger

/// Whole files, made from the page by other code: the forms do not drift.
@Suite("The form of keys and proofs")
struct ProofFormatTests {
    private static let verifierKey = """
        example.com/ledger+3481d542+AYqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c
        """
    private static let keyFile = """
        transaction-ledger signing key v1: keep it secret, who has it can sign checkpoints
        PRIVATE+KEY+example.com/ledger+3481d542+AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB

        """
    private static let inclusion = """
        c2sp.org/tlog-proof@v1
        extra dHJhbnNhY3Rpb24tbGVkZ2VyL2V2ZW50QHYxCmxlYWYgYkdWaFppQXkKZXZpZGVuY2UgQUFFQ0F3UUZCZ2NJQ1FvTERBME9Edz09IDEgYS5iLmMK
        index 2
        WL0UluFoSqySAcLmh+565PUclqiw2B7zWDYouT0800U=
        /F9riP+FVPdbsvnm85wxsZNtRLaSdu33sSBalVuXYeM=
        gxFfiUeVX6/cKifn9MCFS72Nonuxs+NAXbVxya+Nvho=

        example.com/ledger
        5
        NBUVmC1lDiNSDb1U1/zwr6G3DMOhakEdRk3JwayWwwE=

        — example.com/ledger NIHVQvpyEkfKolcn5dOXenBMjSlWI+bsgHYOvj1K52t8ZdiPaj3dIN1AVZQ+2irlQJYDuzPucIfDYI4NnXzXpRcq8A0=

        """
    private static let consistency = """
        transaction-ledger/consistency-proof@v1
        qze6NNHf4pAV3nF6bVdkqPsCnDp6D1tkuTtUNRiFv3w=
        WL0UluFoSqySAcLmh+565PUclqiw2B7zWDYouT0800U=
        /F9riP+FVPdbsvnm85wxsZNtRLaSdu33sSBalVuXYeM=
        gxFfiUeVX6/cKifn9MCFS72Nonuxs+NAXbVxya+Nvho=

        example.com/ledger
        3
        1Pksj7uJcg6ztVZ3x9fvrd/rENEaGoSguo8aIzN/qpU=

        — example.com/ledger NIHVQt7hDgMNwUVnMAgGp0tM5oNOdOr6a37CliqQQp82h4ouD5a1XILEA81S75hbuc8yX126RebCC8M1ty4VvD7/1Q0=

        example.com/ledger
        5
        NBUVmC1lDiNSDb1U1/zwr6G3DMOhakEdRk3JwayWwwE=

        — example.com/ledger NIHVQvpyEkfKolcn5dOXenBMjSlWI+bsgHYOvj1K52t8ZdiPaj3dIN1AVZQ+2irlQJYDuzPucIfDYI4NnXzXpRcq8A0=

        """

    /// Leaves whose inputs are `leaf 0`, `leaf 1` and so on.
    private static func note(size: Int) throws -> SignedNote {
        var naive = try NaiveTree(numbered: size)
        let signer = try NoteSupport.signer()
        let checkpoint = Checkpoint(
            origin: signer.verifier.name, size: UInt64(size), root: try naive.root(0..<size))
        return try SignedNote(text: checkpoint.text, signedBy: signer)
    }

    @Test("A seed of ones has these keys")
    func keys() throws {
        let signer = try NoteSupport.signer()
        #expect(signer.verifier.text == Self.verifierKey)
        #expect(String(decoding: try signer.file(), as: UTF8.self) == Self.keyFile)
    }

    @Test("Leaf 2 of 5 has this inclusion proof")
    func inclusionProof() throws {
        var naive = try NaiveTree(numbered: 5)
        let proof = EventProof(
            leafInput: NaiveTree.input(2),
            evidence: EventProof.SignedEvidence(
                salt: (0..<16).map { UInt8($0) }, partIndex: 1, token: Array("a.b.c".utf8)),
            index: 2, hashes: try naive.path(2, in: 0..<5), checkpoint: try Self.note(size: 5))
        #expect(String(decoding: proof.bytes, as: UTF8.self) == Self.inclusion)
    }

    @Test("3 leaves and 5 have this consistency proof")
    func consistencyProof() throws {
        var naive = try NaiveTree(numbered: 5)
        let proof = ConsistencyProofFile(
            hashes: try naive.subproof(3, in: 0..<5, isWhole: true),
            olderCheckpoint: try Self.note(size: 3), checkpoint: try Self.note(size: 5))
        #expect(String(decoding: proof.bytes, as: UTF8.self) == Self.consistency)
        let verifier = ProofVerifier(
            keys: [try NoteVerifier(Self.verifierKey)], storeSignatures: nil)
        #expect(throws: Never.self) { try verifier.verify(Array(Self.consistency.utf8)) }
    }

    @Test("The page names the forms and limits that the code has")
    func page() throws {
        let page = try Documentation.page("proofs.md")
        for text in [
            NoteSigner.fileHeader, InclusionProofFile.header, EventProof.header,
            ConsistencyProofFile.header,
        ] {
            #expect(page.contains("    \(text)\n"), "\(text)")
        }
        for text in [
            "at most \(MerkleLimits.inclusionProofHashesMax) hashes",
            "most \(MerkleLimits.consistencyProofHashesMax)",
            "\(NoteLimits.noteBytesMax / 1024) KiB, \(NoteLimits.signatureCountMax) signatures, "
                + "\(NoteLimits.lineBytesMax / 1024) KiB a line",
            "1 to \(NoteLimits.keyNameBytesMax) bytes",
            "at most \(ProofLimits.fileBytesMax >> 20) MiB",
            "the salt of \(EvidenceRow.saltByteCount) bytes",
            "symbols are those from \(BuiltInSymbols.firstFreeNumber) up",
        ] {
            #expect(page.contains(text), "\(text)")
        }
    }
}
