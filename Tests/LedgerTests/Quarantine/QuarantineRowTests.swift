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
            let bytes = try row.encoded(number: 7)
            #expect(try QuarantineRow(decoding: bytes.bytes, number: 7) == row)
            #expect(row.entry.byteCount == count)
        }
    }

    @Test("The layout is the documented one")
    func layout() throws {
        let account = try #require(AccountToken(bytes: Array(1...16)))
        let entry = try QuarantineEntry(
            .unrecognized(Array("a.b.c".utf8)), reason: .signature, location: "notes.jsonl:7",
            presenter: account)
        let bytes = try QuarantineRow(entry, recordedAt: Self.instant).encoded(number: 7)
        #expect(Array(bytes[..<3]) == [1, 1, 16])
        #expect(Array(bytes[3..<11]) == [0xFB] + [UInt8](repeating: 0xFF, count: 7))
        #expect(Array(bytes[11..<43]) == (try SHA256().digest(Array("a.b.c".utf8)).bytes))
        #expect(Array(bytes[43..<51]) == [5, 0, 0, 0, 0, 0, 0, 0])
        #expect(Array(bytes[51..<68]) == [1] + Array(1...16))
        let rest = [9] + Array("signature".utf8) + [13, 0] + Array("notes.jsonl:7".utf8)
        #expect(Array(bytes[68..<(bytes.count - 32)]) == rest + [5, 0, 0, 0] + Array("a.b.c".utf8))
        let check = try SHA256().digest([0, 0, 0, 0, 0, 0, 0, 7], Array(bytes.dropLast(32)))
        #expect(Array(bytes.suffix(32)) == check.bytes)
    }

    @Test("Every prefix of a row, and a row with more behind it, is an error by name")
    func truncations() throws {
        let bytes = try row().encoded(number: 7)
        for count in 0..<bytes.count {
            let prefix = Array(bytes.prefix(count))
            #expect(throws: RecordError.truncated, "\(count) bytes") {
                try QuarantineRow(decoding: prefix.bytes, number: 7)
            }
        }
        let longer = bytes + [0]
        #expect(throws: RecordError.invalidValue(field: 3)) {
            try QuarantineRow(decoding: longer.bytes, number: 7)
        }
    }

    @Test("Every flipped bit of a row is an error, and so is a row under another's number")
    func flips() throws {
        let bytes = try row().encoded(number: 7)
        for bit in 0..<bytes.count * 8 {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: (any Error).self, "bit \(bit)") {
                try QuarantineRow(decoding: flipped.bytes, number: 7)
            }
        }
        #expect(throws: LedgerError(.damaged, "")) {
            try QuarantineRow(decoding: bytes.bytes, number: 8)
        }
    }

    @Test("A row takes up further shapes and accounts, each once and in order, up to the limit")
    func additions() throws {
        func entry(_ input: SignedInput, _ account: UInt8?) throws -> QuarantineEntry {
            let bytes = account.map { [UInt8](repeating: $0, count: 16) }
            return try QuarantineEntry(
                input, reason: .app, location: "",
                presenter: bytes.flatMap { AccountToken(bytes: $0) })
        }
        let jws = Array("a.b.c".utf8)
        let first = try entry(.notification(jws), nil)
        var row = QuarantineRow(first, recordedAt: Self.instant)
        #expect(row.add(first) && row == QuarantineRow(first, recordedAt: Self.instant))
        let max = QuarantineLimits.presentersPerRowMax
        for account in 1...UInt8(max) {
            for _ in 0..<2 { #expect(row.add(try entry(.unrecognized(jws), account))) }
        }
        #expect(!row.add(try entry(.unrecognized(jws), UInt8(max + 1))))
        #expect(row.presenters.map(\.bytes[0]) == Array(1...UInt8(max)))
        #expect(row.entry.shapes == [.notification, .unrecognized])
        let bytes = try row.encoded(number: 1)
        #expect(try QuarantineRow(decoding: bytes.bytes, number: 1) == row)
        let refused = try QuarantineEntry(excerpt: jws, reason: .notJSON, location: "")
        var other = QuarantineRow(refused, recordedAt: Self.instant)
        #expect(other.add(first) && other.entry.kind == .quarantined)
        #expect(other.entry.reason == "app" && other.entry.shapes == [.notification])
    }

    @Test("Inputs come back from their bytes, each in its own shape")
    func shapes() {
        let (one, two) = (Array("a.b.c".utf8), Array("d.e.f".utf8))
        let inputs: [SignedInput] = [
            .notification(one), .transaction(one, renewalInfo: nil),
            .transaction(one, renewalInfo: two), .renewalInfo(one), .appTransaction(one),
            .unrecognized(one), .transaction([], renewalInfo: []),
        ]
        for input in inputs {
            #expect(QuarantineShapes(of: input).inputs(of: input.joinedBytes) == [input])
        }
        #expect((0...255).count { QuarantineShapes(stored: $0) != nil } == 32)
    }

    @Test("Counts are read back, and damaged ones are errors by name")
    func sightings() throws {
        var sighting = QuarantineSighting(number: 3, times: .max - 1, lastSeenAt: Self.instant)
        for _ in 0..<3 { sighting.count(at: Instant(millisecondsSince1970: -9)) }
        #expect(sighting.times == .max && sighting.lastSeenAt == Self.instant)
        let digest = [UInt8](repeating: 9, count: 32)
        let bytes = try sighting.encoded(digest: digest)
        #expect(try QuarantineSighting(decoding: bytes.bytes, digest: digest) == sighting)
        for count in 0..<bytes.count {
            let prefix = Array(bytes.prefix(count))
            #expect(throws: RecordError.truncated) {
                try QuarantineSighting(decoding: prefix.bytes, digest: digest)
            }
        }
        for broken in [bytes + [0], [UInt8](repeating: 0, count: 32)] {
            #expect(throws: RecordError.invalidValue(field: 1)) {
                try QuarantineSighting(decoding: broken.bytes, digest: digest)
            }
        }
    }

    @Test("Totals are read back, and impossible ones are errors by name")
    func totals() throws {
        var totals = QuarantineTotals()
        #expect(totals.takeNumber(keeping: 9, limits: QuarantineLimits()) == 1)
        let bytes = try totals.encoded()
        #expect(try QuarantineTotals(decoding: bytes.bytes) == totals)
        for count in 0..<bytes.count {
            let prefix = Array(bytes.prefix(count))
            #expect(throws: RecordError.truncated) {
                try QuarantineTotals(decoding: prefix.bytes)
            }
        }
        totals.rowCount = totals.nextNumber
        let impossible = try totals.encoded()
        let endless = [UInt8](repeating: 0xFF, count: 8) + [UInt8](repeating: 0, count: 32)
        for broken in [bytes + [0], impossible, endless] {
            #expect(throws: RecordError.invalidValue(field: 1)) {
                try QuarantineTotals(decoding: broken.bytes)
            }
        }
    }
}
