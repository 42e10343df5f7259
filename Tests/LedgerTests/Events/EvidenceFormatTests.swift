import Testing

@testable import Ledger

/// Rows of evidence as `docs/format.md` gives them: losing one loses the proof of an input.
@Suite("Format of evidence")
struct EvidenceFormatTests {
    /// A notification that carries a transaction and a renewal info, and has further members at the
    /// end of its payload.
    private static func evidence(ending: String = "") -> Evidence {
        func part(_ name: String, _ payload: String) -> Evidence.Part {
            Evidence.Part(
                header: headerText, payload: Array(payload.utf8),
                signature: Array(repeating: UInt8(name.utf8.count), count: 64))
        }
        let transaction = part("tx", #"{"transactionId":"1","productId":"pro.monthly"}"#)
        let renewal = part("renewal", #"{"originalTransactionId":"1","autoRenewStatus":1}"#)
        let inner = [renewal, transaction].map {
            String(decoding: $0.compactJWS, as: UTF8.self)
        }
        let outer =
            #"{"data":{"signedRenewalInfo":""# + inner[0] + #"","signedTransactionInfo":""#
            + inner[1] + #""}"# + ending + "}"
        return Evidence(parts: [part("notification", outer), transaction, renewal])
    }

    private static func row() -> EvidenceRow {
        EvidenceRow(
            evidence(), isNotification: true, headerNumbers: [1, 2, 2], salt: (0..<16).map { $0 },
            dictionaryNumber: 1)
    }

    private static let headerText = Array("eyJhbGciOiJFUzI1NiJ9".utf8)

    private static func read(_ bytes: [UInt8]) throws -> Evidence {
        var sealed = bytes
        let hasher = try SHA256()
        try EvidenceSeal.seal(&sealed, at: 1, hasher: hasher)
        var stored = StoredEvidence(hasher: hasher)
        try stored.start(sealed.bytes, at: 1)
        guard stored.places.dictionaryNumber == 1 else { throw EvidenceError.missingReference }
        for part in stored.places.parts {
            guard [1, 2].contains(part.headerNumber) else { throw EvidenceError.missingReference }
            stored.append(try EvidenceHeader(headerText, hasher: hasher))
        }
        try stored.finish(try EvidenceCompression(dictionary: EvidenceDictionary.first))
        return stored.evidence()
    }

    /// A row that was written when the format was fixed.
    private static let goldenRow = """
        010103000102030405060708090a0b0c0d0e0f01000000400c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c
        0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c
        0c0c0c0c0c0c0c0c0200000040020202020202020202020202020202020202020202020202020202
        02020202020202020202020202020202020202020202020202020202020202020202020202020000
        00400707070707070707070707070707070707070707070707070707070707070707070707070707
        0707070707070707070707070707070707070707070707070707b500000028b52ffd2101b5f50100
        634207d3eee64431b188948c602e150c897423a7e9243351d064a6733213034e0bfcc533609c9c79
        a2e7aadd86bd874946ed4e1cabff46d70b2650b3551a
        """

    @Test("A row of evidence begins as documented, and one written earlier is read")
    func evidenceRow() throws {
        let compression = try EvidenceCompression(dictionary: EvidenceDictionary.first)
        let bytes = try Self.row().encoded(compression)
        let golden = try Hex.bytes(Self.goldenRow)
        // The frame behind it is zstd's, and its bytes may differ between versions of zstd.
        let headByteCount = 1 + 1 + 1 + 16 + 3 * (4 + 1 + 64) + 4
        #expect(bytes[..<headByteCount] == golden[..<headByteCount])
        #expect(try Self.read(golden) == Self.evidence())
        #expect(try Self.read(bytes) == Self.evidence())
    }

    @Test(
        "Nothing stands behind the one frame of a row or in front of it, not even a frame of nothing"
    )
    func oneFrame() throws {
        let compression = try EvidenceCompression(dictionary: EvidenceDictionary.first)
        let frame = try compression.compress(Array("{}".utf8))
        #expect(unsafe try compression.expand(frame.span.bytes, byteCount: 2) == Array("{}".utf8))
        // A frame that readers skip, with three bytes (RFC 8878, 3.1.2).
        let skippable: [UInt8] = [0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
        let empty = try compression.compress([])
        for bytes in [
            frame + skippable, skippable + frame, frame + empty, empty + frame, frame + [0], [],
        ] {
            #expect(throws: EvidenceError.damaged) {
                unsafe try compression.expand(bytes.span.bytes, byteCount: 2)
            }
        }
    }

    @Test("A dictionary with a wrong bit is damaged, or expands what it compressed")
    func damagedDictionary() throws {
        var damagedCount = 0
        // The text behind the first four hundred bytes is nothing that zstd reads for itself.
        for bit in 0..<8 * 400 {
            var dictionary = EvidenceDictionary.first
            dictionary[bit / 8] ^= 1 << UInt8(bit % 8)
            do {
                let compression = try EvidenceCompression(dictionary: dictionary)
                let text = Array("{}".utf8)
                let frame = try compression.compress(text)
                #expect(
                    unsafe try compression.expand(frame.span.bytes, byteCount: 2) == text,
                    "bit \(bit)")
            } catch {
                #expect(error == .damaged, "bit \(bit)")
                damagedCount += 1
            }
        }
        #expect(damagedCount > 0)
    }

    @Test("Inner tokens leave holes, in the order in which they stood")
    func holes() {
        let row = Self.row()
        #expect(row.payloads[0].holes.map(\.partIndex) == [2, 1])
        #expect(row.payloads[0].holes.map(\.offset) == [30, 57])
        #expect(
            String(decoding: row.payloads[0].bytes, as: UTF8.self)
                == #"{"data":{"signedRenewalInfo":"","signedTransactionInfo":""}}"#)
        #expect(row.payloads[1].holes.isEmpty)
    }

    @Test("A damaged row of evidence is an error, or gives what no record commits to")
    func damagedEvidence() throws {
        let golden = try Hex.bytes(Self.goldenRow)
        let expected = Self.evidence()
        let headByteCount = 1 + 1 + 1 + 16 + 3 * (4 + 1 + 64) + 4
        for count in 0..<golden.count {
            #expect(throws: EvidenceError.self) { try Self.read(Array(golden[..<count])) }
        }
        var row = golden
        for index in golden.indices where !(3..<19).contains(index) {
            for bit in 0..<8 {
                row[index] ^= 1 << bit
                // A frame may have bits that mean nothing; the head has none, but that one header
                // may be taken for the other, which is the same here.
                let isSilent = try Self.isReadUnchanged(row, expected)
                let isHeaderNumber = [19, 88, 157].contains(index)
                #expect(!isSilent || index >= headByteCount || isHeaderNumber)
                row[index] ^= 1 << bit
            }
        }
    }

    private static func isReadUnchanged(_ bytes: [UInt8], _ expected: Evidence) throws -> Bool {
        do {
            return try read(bytes) == expected
        } catch is EvidenceError {
            return false
        }
    }

    private static func digest(salt: [UInt8], part: Int, token: [UInt8]) throws -> MerkleHash {
        var commitment = EvidenceCommitment(hasher: try SHA256())
        return try commitment.digest(of: try CompactJWS(token), partIndex: part, salt: salt)
    }

    @Test("A record commits to salt, part and token, as documented")
    func evidenceDigest() throws {
        let salt = (0..<16).map { UInt8($0) }
        let alone = try Self.digest(salt: salt, part: 2, token: Array("YQ.Yg.Yw".utf8))
        #expect(
            Hex.text(alone.bytes)
                == "61d3f26bc9490566e90bd85779e2a3ba38d97632297e63d1683186db18123ee0")
        let notification = try Self.digest(
            salt: salt, part: 0,
            token: Self.evidence(ending: #","notificationType":"DID_RENEW""#).parts[0].compactJWS)
        #expect(
            Hex.text(notification.bytes)
                == "c3f6340e64beb7eb4cb54a091ca9be50ad33a7d5e8c2583752dae1778a5f756a")
        // The same token twice, as two parts that are in no hole.
        let token = Array("YQ.Yg.Yw".utf8)
        let parts = try (0...1).map { index in
            DigestedPart(
                index: index, digest: try Self.digest(salt: salt, part: index, token: token))
        }
        var commitment = EvidenceCommitment(hasher: try SHA256())
        let first = try commitment.bind(parts[0], to: [parts[1]], salt: salt.bytes)
        #expect(
            Hex.text(first.bytes)
                == "e8f79be1d0e41e597336cd271d445be9d80ef0de98a474e248549e09fb0808cf")
        let second = try commitment.bind(parts[1], to: [parts[0]], salt: salt.bytes)
        #expect(
            Hex.text(second.bytes)
                == "53917621ea09fe37a4b678d2917b52f6714dce1a34d26c8fbcca5222f86bdb54")
        let page = try Documentation.page("format.md")
        for digest in [alone, notification] {
            #expect(page.contains("`\(Hex.text(digest.bytes))`"))
        }
    }
}
