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
                LogKey.unlined(
                    .sandbox, Symbol(number: 1024), 0x0102_0304_0506_0708, signedDate: date),
                "028000017f5452f060010203040506070800000400"
            ),
            (
                LogKey.unlined(
                    .production, nil, 0x0102_0304_0506_0708, signedDate: .distantPast),
                "010000000000000000010203040506070800000000"
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
        // SHA-256 of 00 01 … 0f, 01 02, 61 31.
        #expect(
            Hex.text(try details.saltedDigest(SHA256()).bytes)
                == "54422d6cee137907273dc0ccc6e22529b63f90adc0eb14cb9d7645c67ae20ab3")
        for count in 0..<18 {
            #expect(throws: RecordError.truncated) {
                unsafe try IdentityDetails(decoding: Array(bytes[..<count]).span.bytes)
            }
        }
        for (index, byte) in [(0, 0), (0, 4), (1, 5)] as [(Int, UInt8)] {
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
        #expect(EvidenceDictionary.first.count == 3124)
        #expect(
            Hex.text(try SHA256().digest(EvidenceDictionary.first).bytes)
                == "2896845f6adc2f03e75f3cb2592a38df507fc11a0f780b2570ea3c4104765352")
    }

    @Test("A row of the quarantine, its count and the totals are what the page says")
    func quarantine() throws {
        let hex =
            "01" + "01" + "02" + "7b0057469d010000"
            + "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"
            + "0100000000000000" + "01" + "0102030405060708090a0b0c0d0e0f10" + "09"
            + "6d616c666f726d6564" + "0300" + "613a37" + "01000000" + "31"
            // SHA-256 of 00 00 00 00 00 00 01 02 and the bytes in front.
            + "8d62c6f903d3954048b43fdec4d8999b2f5c4a65ce25986aa2a9e59e9992a343"
        let bytes = try Hex.bytes(hex)
        let row = unsafe try QuarantineRow(decoding: bytes.span.bytes, number: 258)
        #expect(row.recordedAt == Instant(millisecondsSince1970: 1_775_001_600_123))
        #expect(row.entry.kind == .quarantined)
        #expect(row.entry.shapes == .transaction)
        #expect(row.presenters.map(\.text) == ["01020304-0506-0708-090a-0b0c0d0e0f10"])
        #expect(row.entry.reason == "malformed")
        #expect(row.entry.location == "a:7")
        #expect(row.entry.digest == (try SHA256().digest(Array("1".utf8)).bytes))
        #expect(row.entry.byteCount == 1)
        #expect(row.entry.keptBytes == Array("1".utf8))
        #expect(Hex.text(try row.encoded(number: 258)) == hex)

        let sighting = QuarantineSighting(number: 258, times: 2, lastSeenAt: .distantPast)
        #expect(
            Hex.text(try sighting.encoded(digest: row.entry.digest))
                == "0201000000000000" + "0200000000000000" + "0000000000000080" + "f41aec6baed47865"
        )
        var totals = QuarantineTotals()
        totals.rowCount = 1
        totals.byteCount = 2
        totals.notKeptCount = 3
        totals.nextNumber = 4
        #expect(
            Hex.text(try totals.encoded())
                == "0400000000000000" + "0100000000000000" + "0200000000000000" + "0300000000000000"
                + "2b334d322522d61b")
    }

    @Test("A page of the format names the limits that the code has")
    func limits() throws {
        let page = try Documentation.page("format.md")
        #expect(QuarantineLimits.bytesPerRowMax == 524_289 && page.contains("524,289"))
        #expect(QuarantineLimits.refusedBytesMax == 4_096 && page.contains("4,096"))
        #expect(QuarantineLimits.presentersPerRowMax == 16 && page.contains("at most 16 accounts"))
        #expect(QuarantineLimits.rowCountMaxDefault == 100_000 && page.contains("100,000 rows"))
        #expect(QuarantineLimits.byteCountMaxDefault == 256 << 20 && page.contains("256 MiB"))
        #expect(EvidenceCompression.expandedByteCountMax == 4 << 20 && page.contains("4 MiB"))
        #expect(Identity.textByteCountMax == 128 && page.contains("128 bytes"))
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
