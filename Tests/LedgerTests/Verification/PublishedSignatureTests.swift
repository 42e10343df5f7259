import Testing

@testable import Ledger

/// The published cases of the Wycheproof project, made for the mistakes that such checks have had.
@Suite("Published signatures")
struct PublishedSignatureTests {
    private struct Case {
        let number: String
        let isRight: Bool
        let point: [UInt8]
        let hash: SigningInputHash
        let signature: [UInt8]

        init(_ row: [String: String], hasher: SHA256) throws {
            number = try #require(row["number"])
            isRight = row["result"] == "valid"
            point = try Hex.bytes(#require(row["key"]))
            signature = try Hex.bytes(#require(row["signature"]))
            let message = try Hex.bytes(#require(row["message"]))
            let digest = try hasher.digest(message).bytes
            hash = SigningInputHash(bytes: InlineArray { digest[$0] })
        }
    }

    @Test("A check by the multiples of a key says what each published case says")
    func precomputed() throws {
        let hasher = try SHA256()
        let cases = try Fixture.table("wycheproof/ecdsa-p256-sha256.tsv")
            .map { try Case($0, hasher: hasher) }
        #expect(cases.count == 262)
        #expect(cases.count { $0.isRight } == 173)
        var checks: [[UInt8]: PrecomputedCheck] = [:]
        for known in cases {
            let check =
                try checks[known.point]
                ?? #require(KeyMultiples(point: known.point).flatMap { PrecomputedCheck($0) })
            checks[known.point] = check
            #expect(
                check.isSignature(known.signature.span, of: known.hash) == known.isRight,
                "case \(known.number)")
        }
    }
}
