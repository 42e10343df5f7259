import Testing

@testable import Ledger

/// Records as they must stay: whoever changes one of these bytes changes the format.
@Suite("Record format")
struct RecordFormatTests {
    private static func decode(_ bytes: [UInt8]) throws(RecordError) -> EventFields {
        unsafe try RecordDecoder.decode(bytes.span.bytes)
    }

    @Test("A record of every kind is what it was when the format was fixed")
    func goldenRecords() throws {
        let samples = try GoldenRecords.all()
        #expect(Set(samples.map(\.event.kind)) == Set(EventKind.allCases))
        for sample in samples {
            #expect(
                Hex.text(try RecordEncoder.encode(sample.event))
                    == sample.hex.filter { !$0.isWhitespace }, "\(sample)")
            let bytes = try Hex.bytes(sample.hex)
            #expect(try Self.decode(bytes) == sample.event, "\(sample)")
        }
    }

    @Test("The golden records have every field, and so every type")
    func goldenRecordsAreComplete() throws {
        let rows = try Documentation.table(
            ["code", "kind", "line", "fields"], in: try Documentation.page("format.md"))
        let named = rows.reduce(into: Set<UInt8>()) { $0.formUnion(GoldenRecords.numbers($1[3])) }
        #expect(named == Set(try FieldList.all().map(\.number)))
    }

    @Test("A record that is cut anywhere is an error, or another event's record")
    func truncations() throws {
        for sample in try GoldenRecords.all() {
            let record = try RecordEncoder.encode(sample.event)
            for count in 0..<record.count {
                Self.checkHonest(Array(record[..<count]), insteadOf: sample)
            }
        }
    }

    @Test("A record with any bit flipped is an error, or another event's record")
    func bitFlips() throws {
        for sample in try GoldenRecords.all() {
            var record = try RecordEncoder.encode(sample.event)
            for index in record.indices {
                for bit in 0..<8 {
                    record[index] ^= 1 << bit
                    Self.checkHonest(record, insteadOf: sample)
                    record[index] ^= 1 << bit
                }
            }
        }
    }

    @Test(
        "What can be read of any bytes is written again as it was: verify relies on it",
        arguments: 1...6)
    func canonical(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let numbers = try FieldList.all().map(\.number)
        var readCount = 0
        for _ in 0..<400 {
            let records = try (0..<2).map { _ in
                let kind = try #require(EventKind.allCases.randomElement(using: &random))
                let there = numbers.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
                return try RecordEncoder.encode(
                    GoldenRecords.event(kind, line: Bool.random(using: &random), Set(there)))
            }
            for _ in 0..<25 {
                let bytes = Self.mutated(records, &random)
                guard let event = try? Self.decode(bytes) else { continue }
                readCount += 1
                #expect(try RecordEncoder.encode(event) == bytes, "seed \(seed)")
            }
        }
        #expect(readCount > 100)
    }

    /// Bytes of two records, put together, cut, moved and changed by chance.
    private static func mutated(
        _ records: [[UInt8]], _ random: inout SeededGenerator
    ) -> [UInt8] {
        var bytes = records[0]
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let end = Int.random(in: place...min(place + 40, bytes.count), using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] = .random(in: 0...255, using: &random)
            case 1: bytes[place] &+= Bool.random(using: &random) ? 1 : 255
            case 2: bytes.removeSubrange(place..<max(end, min(place + 1, bytes.count - 1)))
            case 3:
                let other = records[1]
                let start = Int.random(in: 0..<other.count, using: &random)
                bytes.replaceSubrange(
                    place..<end, with: other[start..<min(other.count, start + end - place)])
            default: bytes.insert(contentsOf: bytes[place..<end], at: end)
            }
            if bytes.isEmpty { return records[1] }
        }
        return bytes
    }

    /// Bytes either are refused, or are the one record of what they say.
    private static func checkHonest(_ bytes: [UInt8], insteadOf sample: GoldenRecords.Sample) {
        do throws(RecordError) {
            let event = try decode(bytes)
            let again = try RecordEncoder.encode(event)
            if again != bytes || event == sample.event {
                Issue.record("\(sample): \(Hex.text(bytes)) is read as \(Hex.text(again))")
            }
        } catch {
            // Refused, with a name.
        }
    }

    @Test("Fields out of order, twice or unknown are refused, each by its number")
    func misplacedFields() throws {
        let event = try GoldenRecords.event(.finish, line: true, [])
        let head = try RecordEncoder.encode(event)
        let identity: [UInt8] = [2, 1, 0, 0, 0]
        let bundle: [UInt8] = [1, 1, 0, 0, 0]
        #expect(try Self.decode(head + bundle + identity).account?.number == 1)
        #expect(throws: RecordError.unexpectedField(1)) {
            try Self.decode(head + identity + bundle)
        }
        #expect(throws: RecordError.unexpectedField(2)) {
            try Self.decode(head + identity + identity)
        }
        for unknown in [UInt8(0), 41, 49, 66, 100, 120, 135, 142, 255] {
            #expect(throws: RecordError.unexpectedField(unknown)) {
                try Self.decode(head + [unknown, 0, 0, 0, 0])
            }
        }
    }

    @Test("A head of another version, kind, environment or reserved byte is refused")
    func heads() throws {
        let record = try RecordEncoder.encode(try GoldenRecords.event(.finish, line: true, []))
        let refusals: [(index: Int, byte: UInt8, error: RecordError)] = [
            (0, 2, .unknownFormat(2)), (1, 0, .unknownCode(0)), (1, 22, .unknownCode(22)),
            (2, 5, .unknownCode(5)), (3, 1, .unknownCode(1)),
        ]
        for refusal in refusals {
            var changed = record
            changed[refusal.index] = refusal.byte
            #expect(throws: refusal.error) { try Self.decode(changed) }
        }
    }

    @Test("A count that no record can hold allocates nothing and is refused")
    func hugeCounts() throws {
        let head = try RecordEncoder.encode(try GoldenRecords.event(.finish, line: true, []))
        for number in [UInt8(59), 82, 110, 140, 141] {
            #expect(throws: RecordError.truncated) {
                try Self.decode(head + [number, 255, 255, 255, 255])
            }
        }
    }

    @Test("A packed text is a UUID in Apple's form, or valid UTF-8, and gives its text back")
    func packedTexts() {
        let uuid = "002e14d5-51f5-4503-b5a8-c3a1af68eb20"
        #expect(Hex.text(PackedText(uuid).bytes) == "01002e14d551f54503b5a8c3a1af68eb20")
        for text in [uuid, uuid.uppercased(), "", "a", "002e14d5", "Ärger 🪙"] {
            let packed = PackedText(text)
            #expect(packed.text == text)
            #expect(PackedText(bytes: packed.bytes) == packed)
        }
        let refused: [[UInt8]] = [
            [], [2], [1], Array(repeating: 1, count: 18), [0, 0xFF], [0, 0xC0],
        ]
        for bytes in refused { #expect(PackedText(bytes: bytes) == nil) }
    }

    @Test("An identifier is a number exactly where its text is a canonical decimal below 2^63")
    func identifiers() {
        let numbers: [(text: String, bits: UInt64)] = [
            ("0", 0), ("7", 7), ("2000000123456789", 2_000_000_123_456_789),
            ("9223372036854775807", 9_223_372_036_854_775_807),
        ]
        for (text, bits) in numbers {
            #expect(StoreIdentifier(canonicalDecimal: text)?.bits == bits)
            #expect(StoreIdentifier(canonicalDecimal: text)?.symbol == nil)
        }
        for text in [
            "", "00", "07", "-1", "+1", "1a", " 1", "9223372036854775808", "99999999999999999999",
        ] {
            #expect(StoreIdentifier(canonicalDecimal: text) == nil)
        }
        let symbol = StoreIdentifier(symbol: Symbol(number: 1030))
        #expect(symbol.bits == 0x8000_0000_0000_0406)
        #expect(symbol.symbol == Symbol(number: 1030))
    }
}
