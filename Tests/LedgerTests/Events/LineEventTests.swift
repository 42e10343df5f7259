import Testing

@testable import Ledger

@Suite("What a line's fold reads of a record")
struct LineEventTests {
    private static func whole(_ bytes: [UInt8]) throws(RecordError) -> EventFields {
        unsafe try RecordDecoder.decode(bytes.span.bytes)
    }

    private static func lean(_ bytes: [UInt8]) throws(RecordError) -> LineEvent {
        unsafe try LineEventDecoder.decode(bytes.span.bytes)
    }

    /// A record of every kind, and records with random fields.
    private static func records() throws -> [[UInt8]] {
        var records = try GoldenRecords.all().map { try RecordEncoder.encode($0.event) }
        var random = SeededGenerator(seed: 20)
        let numbers = try FieldList.all().map(\.number)
        for kind in EventKind.allCases {
            for share in [0, 20, 50, 100] {
                var event = EventFields(
                    kind: kind, recordedAt: Instant(millisecondsSince1970: 5),
                    effectiveAt: Instant(millisecondsSince1970: -6))
                event.environment = .sandbox
                event.line = share == 0 ? nil : LineNumber(number: 70_000)
                let kept = numbers.filter { _ in Int.random(in: 0..<100, using: &random) < share }
                var filler = FieldFiller(numbers: Set(kept))
                try event.accept(&filler)
                records.append(try RecordEncoder.encode(event))
            }
        }
        return records
    }

    @Test("The lean event is the whole one without what no fold asks for")
    func equalsConversion() throws {
        for record in try Self.records() {
            let expected = LineEvent(try Self.whole(record))
            #expect(try Self.lean(record) == expected, "\(record)")
            let place = try #require(unsafe RecordHead.place(of: record.span.bytes))
            let event = try Self.whole(record)
            #expect(place.line == event.line?.number ?? 0)
            #expect(place.environment == event.environment.rawValue)
        }
    }

    @Test("A record that is cut anywhere is an error for both readings or for none")
    func truncations() throws {
        for record in try Self.records() {
            for count in record.indices { Self.checkAgreement(Array(record[..<count])) }
        }
    }

    @Test("Whatever record the whole reading takes, the lean one takes too, with the same fields")
    func bitFlips() throws {
        for sample in try GoldenRecords.all() {
            var record = try RecordEncoder.encode(sample.event)
            for index in record.indices {
                for bit in 0..<8 {
                    record[index] ^= 1 << bit
                    Self.checkAgreement(record)
                    record[index] ^= 1 << bit
                }
            }
        }
    }

    private static func checkAgreement(_ record: [UInt8]) {
        guard let event = try? whole(record) else {
            // What is skipped is not looked into; that it is read at all must not trap.
            _ = try? lean(record)
            return
        }
        #expect((try? lean(record)) == LineEvent(event), "\(record)")
    }

    @Test("A field out of order is refused")
    func disorder() throws {
        var record = try RecordEncoder.encode(
            EventFields(kind: .transaction, recordedAt: .distantPast, effectiveAt: .distantPast))
        record += [2, 1, 0, 0, 0, 1, 1, 0, 0, 0]
        #expect(throws: RecordError.unexpectedField(1)) { try Self.lean(record) }
        #expect(throws: RecordError.unexpectedField(1)) { try Self.whole(record) }
    }

    @Test("Every field of the format has the width of its type, and no other number has one")
    func widths() throws {
        let types = Dictionary(
            uniqueKeysWithValues: try FieldList.all().map { ($0.number, $0.type) })
        for number in UInt8.min...UInt8.max {
            let expected: String? =
                switch types[number] {
                case nil: nil
                case "symbol", "identity", "int32": "fixed(4)"
                case "identifier", "instant", "uint64", "int64": "fixed(8)"
                case "boolean": "fixed(1)"
                case "digest": "fixed(32)"
                case "bytes", "packed text": "counted(itemByteCount: 1)"
                case "symbols": "counted(itemByteCount: 4)"
                case "identity definitions": "counted(itemByteCount: 36)"
                case "symbol definitions": "symbolDefinitions"
                case let type?: "no width for \(type)"
                }
            #expect(FieldWidth(field: number).map { "\($0)" } == expected, "field \(number)")
        }
    }
}
