import LedgerTesting
import Testing

@testable import Ledger

@Suite("Exports checked against a checkpoint")
struct ExportVerifierTests {
    /// An export of a ledger, taken apart.
    private struct Export: Sendable {
        static let shared = Task { try await Export() }

        let checkpoint: LedgerCheckpoint
        let header: [String]
        /// Cells of CSV, without their quotes.
        let rows: [[String]]
        let objects: [TestJSON]
        let csv: [UInt8]
        let jsonl: [UInt8]

        init() async throws {
            let audited = try await AuditedLedger()
            // Texts that CSV has to quote or defuse.
            let account = try #require(WholeStory.account(0))
            for name in ["=1+1", "-2", "'a", "+", "a,\"b\"\r\nc", " d "] {
                _ = try await audited.ledger.credit(
                    3, of: name, to: .appAccountToken(account),
                    key: IdempotencyKey("k\(name)"))
            }
            let signed = try await audited.ledger.signCheckpoint(with: audited.key)
            checkpoint = try LedgerCheckpoint(
                note: signed.note, verifierKeys: [audited.key.verifierKey])
            func bytes(_ format: ExportFormat) throws -> [UInt8] {
                var bytes: [UInt8] = []
                try audited.ledger.exportEvents(format: format, withLeaves: true) { span in
                    for index in span.indices { bytes.append(span[index]) }
                }
                return bytes
            }
            csv = try bytes(.csv)
            jsonl = try bytes(.jsonl)
            await audited.ledger.close()
            var reader = CellReader(bytes: csv)
            header = reader.next() ?? []
            var rows: [[String]] = []
            while let row = reader.next() { rows.append(row) }
            self.rows = rows
            objects = try jsonl.split(separator: 10).map { try TestJSON(json: Array($0)) }
        }

        func file(_ rows: [[String]], header: [String]? = nil) -> [UInt8] {
            Array(
                ([header ?? self.header] + rows).map { row in
                    row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
                        .joined(separator: ",") + "\r\n"
                }.joined().utf8)
        }

        func file(_ objects: [TestJSON]) -> [UInt8] {
            objects.flatMap { $0.json + [10] }
        }

        func verify(
            _ file: [UInt8], isPartial: Bool = false, needsLeaves: Bool = true,
            checkpoint: LedgerCheckpoint? = nil
        ) throws -> ExportVerification {
            var rest = file[...]
            let verifier = try ExportVerifier(
                checkpoint: checkpoint ?? self.checkpoint, isPartial: isPartial,
                needsLeaves: needsLeaves)
            return try verifier.verify {
                let chunk = Array(rest.prefix(1_000))
                rest = rest.dropFirst(1_000)
                return chunk
            }
        }
    }

    /// Cells of the CSV that the writer makes.
    private struct CellReader {
        let bytes: [UInt8]
        var position = 0

        mutating func next() -> [String]? {
            guard position < bytes.count else { return nil }
            var row: [String] = []
            var cell: [UInt8] = []
            var isQuoted = false
            while position < bytes.count {
                let byte = bytes[position]
                position += 1
                switch byte {
                case UInt8(ascii: "\"")
                where isQuoted && position < bytes.count
                    && bytes[position] == byte:
                    cell.append(byte)
                    position += 1
                case UInt8(ascii: "\""): isQuoted.toggle()
                case UInt8(ascii: ",") where !isQuoted:
                    row.append(String(decoding: cell, as: UTF8.self))
                    cell = []
                case UInt8(ascii: "\r") where !isQuoted:
                    position += 1
                    return row + [String(decoding: cell, as: UTF8.self)]
                default: cell.append(byte)
                }
            }
            return row
        }
    }

    private static let people: Set = [
        "appAccountToken", "renewalInfoAppAccountToken", "appTransactionId",
    ]

    @Test("An export as it was written holds, in both forms and with every cell in quotes")
    func holds() async throws {
        let export = try await Export.shared.value
        for file in [
            export.csv, export.jsonl, export.file(export.rows), export.file(export.objects),
        ] {
            let report = try export.verify(file)
            #expect(report.holds && report.isRootSame && report.hasLeaves, "\(report.problems)")
            #expect(report.rows == export.checkpoint.size)
            #expect(report.uncheckedCells > 0 && report.openQuestions.count == 1)
        }
    }

    @Test("A changed cell of any column of any row is found, and named")
    func everyCell() async throws {
        let export = try await Export.shared.value
        for (index, column) in export.header.enumerated() where column != "sequence" {
            let rows = export.rows.map { row in
                var row = row
                row[index] += "1"
                return row
            }
            let report = try export.verify(export.file(rows))
            let found = Set(report.problems.filter { $0.column == column }.map(\.firstSequence))
            let people = Self.people.contains(column)
            for (place, row) in export.rows.enumerated() where !(people && !row[index].isEmpty) {
                #expect(found.contains(UInt64(place) + 1), "\(column) of row \(place + 1)")
            }
            #expect(report.isRootSame, "\(column)")
        }
    }

    @Test("A changed, added or removed member of any object is found, and named")
    func everyMember() async throws {
        let export = try await Export.shared.value
        for column in export.header where column != "sequence" {
            var expected: Set<UInt64> = []
            let objects = export.objects.enumerated().map { place, object in
                var object = object
                let isPerson = Self.people.contains(column) && object[column] != nil
                if !isPerson { expected.insert(UInt64(place) + 1) }
                switch object[column] {
                case nil: object[column] = .string("")
                case .string(let text)?: object[column] = .string(text + "\u{301}")
                case .integer(let number)?: object[column] = .string(String(number))
                case .bool(let flag)?: object[column] = .bool(!flag)
                default: object[column] = TestJSON?.none
                }
                return object
            }
            let report = try export.verify(export.file(objects))
            let found = Set(
                report.problems.filter { $0.column == column }.compactMap(\.firstSequence))
            #expect(found == expected, "\(column)")
        }
    }

    @Test("A wrong sequence in a row that is in its place is a changed cell")
    func sequences() async throws {
        let export = try await Export.shared.value
        for place in export.rows.indices {
            for text in ["", "x", "0", "1", "99", "18446744073709551615", "-1", "01"]
            where text != export.rows[place][0] {
                var rows = export.rows
                rows[place][0] = text
                let report = try export.verify(export.file(rows))
                #expect(report.isRootSame)
                #expect(
                    report.problems.contains {
                        $0.kind == .changed && $0.column == "sequence"
                            && $0.firstSequence == UInt64(place) + 1
                    }, "\(text) in row \(place + 1)")
            }
        }
    }

    @Test("A row left out, repeated or moved is named by its sequence")
    func order() async throws {
        let export = try await Export.shared.value
        for place in export.rows.indices {
            let sequence = UInt64(place) + 1
            var rows = export.rows
            let row = rows.remove(at: place)
            var report = try export.verify(export.file(rows))
            #expect(report.problems.map(\.kind) == [.leftOut], "\(sequence)")
            #expect(report.problems.first?.firstSequence == sequence)
            #expect(report.problems.first?.lastSequence == sequence)
            #expect(!report.isRootSame)

            rows.insert(row, at: 0)
            report = try export.verify(export.file(rows))
            #expect(report.holds == (place == 0))
            if place > 0 { #expect(report.problems.allSatisfy { $0.kind == .moved }) }

            rows = export.rows
            rows.insert(row, at: place)
            report = try export.verify(export.file(rows))
            #expect(report.problems.contains { $0.kind == .added && $0.firstSequence == sequence })
            rows = export.rows + [row]
            report = try export.verify(export.file(rows))
            #expect(report.problems.map(\.kind) == [.added], "\(sequence)")

            let next = (place + 1) % export.rows.count
            rows = export.rows
            rows.swapAt(place, next)
            report = try export.verify(export.file(rows))
            #expect(!report.holds && report.problems.contains { $0.kind == .moved })
            // The swapped rows under each other's sequences agree with themselves.
            (rows[place][0], rows[next][0]) = (rows[next][0], rows[place][0])
            report = try export.verify(export.file(rows))
            #expect(report.problems.map(\.kind) == [.rootDiffers], "\(sequence)")
        }
    }

    @Test("Rows behind the checkpoint, and a cut end, are named")
    func ends() async throws {
        let export = try await Export.shared.value
        for count in [0, 1, export.rows.count / 2] {
            let report = try export.verify(export.file(Array(export.rows.prefix(count))))
            #expect(report.problems.map(\.kind) == [.leftOut])
            #expect(report.problems.first?.firstSequence == UInt64(count) + 1)
            #expect(report.problems.first?.lastSequence == export.checkpoint.size)
        }
        var row = try #require(export.rows.last)
        row[0] = "\(export.checkpoint.size + 1)"
        let more = export.file(export.rows + [row])
        let report = try export.verify(more)
        #expect(report.isRootSame && report.problems.map(\.kind) == [.added])
        let partial = try export.verify(more, isPartial: true)
        #expect(partial.holds && partial.openQuestions.contains { $0.contains("are in the log") })
    }

    @Test("Without leaves the hashes are compared, and the report says that cells were not")
    func withoutLeaves() async throws {
        let export = try await Export.shared.value
        let header = Array(export.header.dropLast())
        var rows = export.rows.map { Array($0.dropLast()) }
        var report = try export.verify(export.file(rows, header: header))
        #expect(report.problems.map(\.kind) == [.leavesMissing] && report.isRootSame)
        report = try export.verify(export.file(rows, header: header), needsLeaves: false)
        #expect(report.holds && report.isRootSame && !report.hasLeaves)
        #expect(report.openQuestions.contains { $0.hasPrefix("the cells") })
        let column = try #require(header.firstIndex(of: "leafHash"))
        for place in rows.indices {
            var changed = rows
            changed[place][column] = rows[(place + 1) % rows.count][column]
            report = try export.verify(export.file(changed, header: header), needsLeaves: false)
            #expect(report.problems.map(\.kind) == [.rootDiffers])
            changed[place][column] = "A" + rows[place][column].dropFirst()
            report = try export.verify(export.file(changed, header: header), needsLeaves: false)
            #expect(report.problems.first?.column == "leafHash")
        }
        rows.removeLast()
        #expect(
            try export.verify(export.file(rows, header: header), needsLeaves: false).problems.count
                == 1)
    }

    @Test("A partial export is checked row by row, and the root is said to be unchecked")
    func partial() async throws {
        let export = try await Export.shared.value
        var rows = export.rows.enumerated().filter { !$0.offset.isMultiple(of: 3) }.map(\.element)
        var report = try export.verify(export.file(rows), isPartial: true)
        #expect(report.holds && !report.isRootSame)
        #expect(report.openQuestions.contains { $0.hasPrefix("the root") })
        report = try export.verify(export.file(rows))
        #expect(!report.holds && report.problems.allSatisfy { $0.kind == .leftOut })
        rows[2][3] = "2026-01-01T00:00:00.000Z"
        report = try export.verify(export.file(rows), isPartial: true)
        #expect(report.problems.map(\.column) == ["recordedAt"])
        rows.append(rows[1])
        report = try export.verify(export.file(rows), isPartial: true)
        #expect(report.problems.contains { $0.kind == .added })
        #expect(try export.verify(export.csv, isPartial: true).isRootSame)
    }

    @Test("Another checkpoint, and one that nobody is known to have signed, are told")
    func checkpoints() async throws {
        let export = try await Export.shared.value
        let signer = try NoteSupport.signer()
        let other = Checkpoint(
            origin: signer.verifier.name, size: export.checkpoint.size,
            root: try MerkleHasher().emptyRoot())
        let note = try SignedNote(text: other.text, signedBy: signer)
        let report = try export.verify(
            export.csv, checkpoint: LedgerCheckpoint(note: note.bytes))
        #expect(report.problems.map(\.kind) == [.rootDiffers])
        #expect(report.openQuestions.contains { $0.contains("anybody can have made it") })
    }

    @Test("Any changed bit of the file is found, but for those of names and of its form")
    func flippedBits() async throws {
        let export = try await Export.shared.value
        let seed: UInt64 = 12
        var generator = SeededGenerator(seed: seed)
        let named = export.header.indices.filter { Self.people.contains(export.header[$0]) }
        for _ in 0..<60 {
            var file = export.csv
            let place = Int.random(in: file.indices, using: &generator)
            file[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            guard try export.verify(file).holds else { continue }
            var reader = CellReader(bytes: file)
            #expect(reader.next() == export.header, "byte \(place), seed \(seed)")
            for row in export.rows {
                var found = reader.next() ?? []
                try #require(found.count == row.count)
                for index in named { found[index] = row[index] }
                #expect(found == row, "byte \(place), seed \(seed)")
            }
        }
        for _ in 0..<60 {
            var file = export.jsonl
            let place = Int.random(in: file.indices, using: &generator)
            file[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            guard try export.verify(file).holds else { continue }
            let objects = try file.split(separator: 10).map { try TestJSON(json: Array($0)) }
            for (object, original) in zip(objects, export.objects) {
                for column in export.header where !Self.people.contains(column) {
                    #expect(object[column] == original[column], "byte \(place), seed \(seed)")
                }
            }
        }
    }

    @Test("A file that is cut, changed or something else never passes")
    func hostile() async throws {
        let export = try await Export.shared.value
        let seed: UInt64 = 11
        var generator = SeededGenerator(seed: seed)
        for file in [export.csv, export.jsonl] {
            for _ in 0..<12 {
                let cut = Int.random(in: 1..<file.count - 2, using: &generator)
                #expect(try !export.verify(Array(file[..<cut])).holds, "\(cut) bytes, seed \(seed)")
            }
        }
        let limit = ExportVerificationLimits.rowBytesMax
        #expect(limit == 32 << 20)
        for text in [
            "", "a,b\r\n", "sequence\r\n", "\"", "\u{FEFF}sequence", "{", "{}", "[]", "{\"a\":1}",
            "{\"sequence\":1,\"sequence\":1}", "{\"sequence\":{}}", "{\"sequence\":null}\n", "\0",
        ] {
            #expect(try !export.verify(Array(text.utf8)).holds, "\(text)")
        }
        for end in ["\"a\"b\r\n", "a\rb\r\n", "a\"b\r\n", "1\r\n", "\"open"] {
            let report = try export.verify(export.file([]) + Array(end.utf8))
            #expect(report.problems.map(\.kind) == [.unreadable], "\(end)")
        }
    }
}
