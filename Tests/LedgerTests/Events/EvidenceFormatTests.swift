import Testing

@testable import Ledger

/// Rows of evidence as `docs/format.md` gives them: losing one loses the proof of an input.
@Suite("Format of evidence")
struct EvidenceFormatTests {
    /// A notification that carries a transaction and a renewal info.
    private static func evidence() -> Evidence {
        func part(_ name: String, _ payload: String) -> Evidence.Part {
            Evidence.Part(
                header: Array("eyJhbGciOiJFUzI1NiJ9".utf8), payload: Array(payload.utf8),
                signature: Array(repeating: UInt8(name.utf8.count), count: 64))
        }
        let transaction = part("tx", #"{"transactionId":"1","productId":"pro.monthly"}"#)
        let renewal = part("renewal", #"{"originalTransactionId":"1","autoRenewStatus":1}"#)
        let inner = [renewal, transaction].map {
            String(decoding: $0.compactJWS, as: UTF8.self)
        }
        let outer =
            #"{"data":{"signedRenewalInfo":""# + inner[0] + #"","signedTransactionInfo":""#
            + inner[1]
            + #""}}"#
        return Evidence(parts: [part("notification", outer), transaction, renewal])
    }

    private static func row() -> EvidenceRow {
        EvidenceRow(
            evidence(), headerNumbers: [1, 2, 2], salt: (0..<16).map { $0 }, dictionaryNumber: 1)
    }

    private static func read(_ bytes: [UInt8]) throws -> Evidence {
        let row = unsafe try EvidenceRow(decoding: bytes.span.bytes) { number in
            guard number == 1 else { throw EvidenceError.missingReference }
            return try EvidenceCompression(dictionary: EvidenceDictionary.first)
        }
        return try row.evidence { number in
            guard number == 1 || number == 2 else { throw EvidenceError.missingReference }
            return Array("eyJhbGciOiJFUzI1NiJ9".utf8)
        }
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

    @Test("A record commits to salt, part and token")
    func evidenceDigest() throws {
        let digest = try Evidence.saltedDigest(
            salt: (0..<16).map { $0 }, partIndex: 2, compactJWS: Array("a.b.c".utf8),
            hasher: SHA256())
        #expect(
            Hex.text(digest.bytes)
                == "fbd39382e10d64b29f84e101eb53a6f1aac0d75d04cf3e7bf1ee4098deed68a9")
    }
}
