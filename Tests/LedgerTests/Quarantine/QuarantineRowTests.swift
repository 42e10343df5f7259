import Testing

@testable import Ledger

@Suite("Rows of the quarantine")
struct QuarantineRowTests {
    private static let instant = Instant(millisecondsSince1970: -5)

    private func row(_ bytes: [UInt8] = Array("a.b.c".utf8)) throws -> QuarantineRow {
        QuarantineRow(
            try QuarantineEntry(
                .unrecognized(bytes), reason: .signature, location: "notes.jsonl:7"),
            recordedAt: Self.instant)
    }

    @Test("A row is read back as it was written, whatever its length")
    func roundTrip() throws {
        for count in [0, 1, 300, QuarantineLimits.bytesPerRowMax] {
            let row = try row([UInt8](repeating: 7, count: count))
            #expect(try QuarantineRow(decoding: row.encoded.bytes) == row)
            #expect(row.entry.byteCount == count)
        }
    }

    @Test("The layout is the documented one")
    func layout() throws {
        let bytes = try row().encoded
        #expect(bytes[0] == 1 && bytes[1] == 1)
        #expect(Array(bytes[2..<10]) == [0xFB] + [UInt8](repeating: 0xFF, count: 7))
        #expect(Array(bytes[10..<42]) == (try SHA256().digest(Array("a.b.c".utf8)).bytes))
        #expect(Array(bytes[42..<50]) == [5, 0, 0, 0, 0, 0, 0, 0])
        let rest = [9] + Array("signature".utf8) + [13, 0] + Array("notes.jsonl:7".utf8)
        #expect(Array(bytes[50...]) == rest + [5, 0, 0, 0] + Array("a.b.c".utf8))
    }

    @Test("Every prefix of a row, and a row with more behind it, is an error by name")
    func truncations() throws {
        let bytes = try row().encoded
        for count in 0..<bytes.count {
            let prefix = Array(bytes.prefix(count))
            #expect(throws: RecordError.truncated, "\(count) bytes") {
                try QuarantineRow(decoding: prefix.bytes)
            }
        }
        let longer = bytes + [0]
        #expect(throws: RecordError.invalidValue(field: 3)) {
            try QuarantineRow(decoding: longer.bytes)
        }
    }

    @Test("Every flipped bit is an error or another value, never a trap")
    func flips() throws {
        let row = try row()
        let bytes = row.encoded
        for bit in 0..<bytes.count * 8 {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << (bit % 8)
            // Damage is an error or another value; the call itself must not trap.
            let decoded = try? QuarantineRow(decoding: flipped.bytes)
            #expect(decoded != row, "bit \(bit)")
            if bit < 16 { #expect(decoded == nil || decoded?.entry.kind == .refused) }
        }
    }

    @Test("Counts are read back, and damaged ones are errors by name")
    func sightings() throws {
        var sighting = QuarantineSighting(number: 3, times: .max - 1, lastSeenAt: Self.instant)
        for _ in 0..<3 { sighting.count(at: Instant(millisecondsSince1970: -9)) }
        #expect(sighting.times == .max && sighting.lastSeenAt == Self.instant)
        let bytes = sighting.encoded
        #expect(try QuarantineSighting(decoding: bytes.bytes) == sighting)
        for count in 0..<bytes.count {
            let prefix = Array(bytes.prefix(count))
            #expect(throws: RecordError.truncated) {
                try QuarantineSighting(decoding: prefix.bytes)
            }
        }
        for broken in [bytes + [0], [UInt8](repeating: 0, count: 24)] {
            #expect(throws: RecordError.invalidValue(field: 1)) {
                try QuarantineSighting(decoding: broken.bytes)
            }
        }
    }

    @Test("Totals are read back, and impossible ones are errors by name")
    func totals() throws {
        var totals = QuarantineTotals()
        #expect(totals.takeNumber(keeping: 9, limits: QuarantineLimits()) == 1)
        let bytes = totals.encoded
        #expect(try QuarantineTotals(decoding: bytes.bytes) == totals)
        for count in 0..<bytes.count {
            let prefix = Array(bytes.prefix(count))
            #expect(throws: RecordError.truncated) {
                try QuarantineTotals(decoding: prefix.bytes)
            }
        }
        totals.rowCount = totals.nextNumber
        let impossible = totals.encoded
        let endless = [UInt8](repeating: 0xFF, count: 8) + [UInt8](repeating: 0, count: 24)
        for broken in [bytes + [0], impossible, endless] {
            #expect(throws: RecordError.invalidValue(field: 1)) {
                try QuarantineTotals(decoding: broken.bytes)
            }
        }
    }
}
