import Foundation
import Testing

@testable import Ledger

/// Rows and keys beside the records, as `docs/format.md` gives them.
@Suite("Formats of keys and rows")
struct RowFormatTests {
    private static func hex(_ key: LMDBKey) -> String {
        Hex.text((0..<key.count).map { key.byte(at: $0) })
    }

    @Test("Keys are big-endian parts in the documented order")
    func keys() {
        let line = LineNumber(number: 7)
        let identity = IdentityNumber(number: 258)
        let identifier = StoreIdentifier(bits: 2_000_000_000_842_607)
        let date = Instant(millisecondsSince1970: 1_646_387_196_000)
        let keys: [(key: LMDBKey, hex: String)] = [
            (LMDBKey(258), "0000000000000102"),
            (LogKey.number(258), "00000102"),
            (LogKey.storeIdentifier(.sandbox, identifier, nil), "0200071afd4999db6f"),
            (
                LogKey.storeIdentifier(.sandbox, identifier, Symbol(number: 1024)),
                "0200071afd4999db6f00000400"
            ),
            (LogKey.lineEvent(line, 258), "00000007010000000000000102"),
            (
                LogKey.statement(line, 0x0102_0304_0506_0708, signedDate: date),
                "000000070201020304050607088000017f5452f060"
            ),
            (LogKey.presenter(line, identity), "000000070300000102"),
            (LogKey.customer(identity, .line), "0000010201"),
            (LogKey.customer(identity, .event), "0000010202"),
            (LogKey.hostKey(.production, Array("order-42".utf8)), "016f726465722d3432"),
            (
                LogKey.unlined(0x0102_0304_0506_0708, signedDate: date),
                "8000017f5452f0600102030405060708"
            ),
            (
                LogKey.unlined(0x0102_0304_0506_0708, signedDate: .distantPast),
                "00000000000000000102030405060708"
            ),
            (LogKey.global(.catalog, 258), "0f0000000000000102"),
            (LogKey.identity(.appTransactionID, .production, "70"), "02013730"),
            (LogKey.text("nextLine"), "6e6578744c696e65"),
        ]
        for (key, hex) in keys { #expect(Self.hex(key) == hex) }
    }

    @Test("The row of an identity is kind, environment, salt and text")
    func identityDetails() throws {
        let details = IdentityDetails(
            identity: Identity(kind: .appAccountToken, environment: .sandbox, text: "a1"),
            salt: (0..<16).map { $0 })
        let hex = "0102000102030405060708090a0b0c0d0e0f6131"
        #expect(Hex.text(details.encoded) == hex)
        let bytes = try Hex.bytes(hex)
        let read = unsafe try IdentityDetails(decoding: bytes.span.bytes)
        #expect(read.identity == details.identity)
        #expect(read.salt == details.salt)
        // SHA-256 of 00 01 … 0f 61 31.
        #expect(
            Hex.text(try details.saltedDigest.bytes)
                == "d7ccb3748194a92a2c22d65ee4667fa2de26afc89f1d899e395309c7fa24950a")
        for count in 0..<18 {
            #expect(throws: RecordError.truncated) {
                unsafe try IdentityDetails(decoding: Array(bytes[..<count]).span.bytes)
            }
        }
        for (index, byte) in [(0, 0), (0, 3), (1, 5)] as [(Int, UInt8)] {
            var changed = bytes
            changed[index] = byte
            #expect(throws: RecordError.unknownCode(byte)) {
                unsafe try IdentityDetails(decoding: changed.span.bytes)
            }
        }
    }

    @Test("The first dictionary is what it was when the format was fixed")
    func dictionary() throws {
        #expect(EvidenceDictionary.currentNumber == 1)
        #expect(EvidenceDictionary.first.count == 2979)
        #expect(
            Hex.text(try SHA256().digest(EvidenceDictionary.first).bytes)
                == "db2b5b737150479fe9c4886add3076f511141667b66a3582edf36c9739429bc0")
    }

    // MARK: Evidence

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
        0707070707070707070707070707070707070707070707070707b500000028b52ffd20b55d020064
        02021e0000000239000000013c0000007b7d7d002f70726f2e6d6f6e74686c79227d003131317d0b
        00c567028c0bee980b105c25caadecf598c1c80806225c545d80305a00c0042d2f01
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

    // MARK: Content digest

    @Test("The content of a statement is texts and numbers, without what differs between ledgers")
    func content() throws {
        var event = try GoldenRecords.event(
            .notification, line: true,
            [1, 2, 6, 7, 8, 10, 12, 13, 26, 38, 59, 82, 88, 89, 110, 140])
        event.product = BuiltInSymbols.monthly
        let content = try ContentDigester.content(of: event) { "s\($0.number)" }
        #expect(
            Hex.text(content)
                == [
                    "0a0a008d49fd1a0700",  // 10 transactionId
                    "0c050000007332303030",  // 12 webOrderLineItemId, whose text is a symbol
                    "0d03000000733137",  // 13 productId
                    "1a01",  // 26 isUpgraded
                    "26fad8ffffffffffff",  // 38 commitmentPrice
                    "3b00000000",  // 59 eligibleWinBackOfferIds, none
                    "521100000001002e14d551f54503b5a8c3a1af68eb20",  // 82 notificationUUID
                    "6e090000006f726465722d313130",  // 110 id
                ].joined())
    }

    private static func makeLedger() throws -> (ledger: TransactionLedger, path: String) {
        let path = NSTemporaryDirectory() + "ledger-" + UUID().uuidString
        let ledger = try TransactionLedger.create(
            at: path,
            configuration: LedgerConfiguration(apps: [.init(bundleID: "com.audaos.audarecorder")]),
            clock: { Instant(millisecondsSince1970: 1_796_000_000_000) })
        return (ledger, path)
    }

    @Test("A notification signed by Apple has the same content digests in every ledger")
    func digestsOfRealContent() async throws {
        let body = Documentation.root.appending(
            path: "Tests/LedgerTests/Fixtures/corpus/bodies/"
                + "body_gopay_20220304_did-renew_9d61db45.json")
        let (ledger, path) = try Self.makeLedger()
        var report = IngestReport()
        var rest = [[UInt8](try Data(contentsOf: body))]
        try await ledger.ingest(name: "body", into: &report) { rest.popLast() ?? [] }
        let digests = try ledger.environment.read { transaction in
            try (1...3).map { try ledger.reader.fields($0, in: transaction).contentDigest }
        }
        #expect(
            digests == [
                14_492_630_719_107_833_692, 3_172_500_086_072_919_623, 14_188_213_144_085_157_250,
            ])
        await ledger.close()
        try FileManager.default.removeItem(atPath: path)
    }
}
