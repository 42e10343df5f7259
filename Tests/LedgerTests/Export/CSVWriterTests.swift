import Testing

@testable import Ledger

/// CSV as a spreadsheet and a strict reader see it.
@Suite struct CSVWriterTests {
    @Test("The header comes first, rows end with CR LF, a field without a value is empty")
    func layout() throws {
        let written = try csv(columns: ["id", "price", "when", "final"]) { writer in
            try writer.write(
                .text("a"), .milliunits(9_990), .instant(Instant(millisecondsSince1970: 1)),
                .boolean(true))
            try writer.write(.empty, .integer(-3), .empty, .boolean(false))
        }
        #expect(
            written
                == "id,price,when,final\r\na,9.99,1970-01-01T00:00:00.001Z,true\r\n,-3,,false\r\n")
    }

    @Test(
        "Milliunits are exact decimals with two or three places",
        arguments: [
            (0, "0.00"), (1, "0.001"), (-1, "-0.001"), (10, "0.01"), (9_990, "9.99"),
            (10_000, "10.00"), (-5_500, "-5.50"), (1_005, "1.005"),
            (9_007_199_254_740_993, "9007199254740.993"), (.max, "9223372036854775.807"),
            (.min, "-9223372036854775.808"),
        ] as [(Int64, String)])
    func milliunits(value: Int64, expected: String) throws {
        #expect(
            try csv(columns: ["a"]) { try $0.write(.milliunits(value)) } == "a\r\n\(expected)\r\n")
    }

    @Test("Milliunits of any size say the same number again")
    func milliunitsRoundTrip() {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<2_000 {
            let value =
                Int64.random(in: .min ... .max, using: &generator) >> (generator.next() % 63)
            var bytes: [UInt8] = []
            DecimalText.append(milliunits: value, to: &bytes)
            let parts = String(decoding: bytes, as: UTF8.self).split(separator: ".")
            let padded = parts[1] + (parts[1].count == 2 ? "0" : "")
            #expect(Int64("\(parts[0])\(padded)") == value, "seed 5, \(value)")
        }
    }

    @Test(
        "Text that a spreadsheet would run is defused, numbers are not",
        arguments: [
            ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@A1", "'@A1"), ("\t=1", "'\t=1"),
            ("\r=1", "\"'\r=1\""), ("\n=1", "\"'\n=1\""), ("'=1", "''=1"),
            ("=\"a\",1", "\"'=\"\"a\"\",1\""),
            ("a=1", "a=1"), ("1-2", "1-2"), (" a", "\" a\""), ("a ", "\"a \""), ("a b", "a b"),
            ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""), ("é😀", "é😀"),
            ("", ""),
        ])
    func defusing(text: String, expected: String) throws {
        #expect(try csv(columns: ["a"]) { try $0.write(.text(text)) } == "a\r\n\(expected)\r\n")
    }

    @Test("A strict reader gets every text back", arguments: [1, 2, 3] as [UInt64])
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let characters = Array(",\"\r\n'=+-@\t ;abé😀\u{0}|").map(String.init) + ["\r\n"]
        var rows: [[String]] = [["first", "second", "third"]]
        for _ in 0..<300 {
            rows.append(
                (0..<3).map { _ in
                    (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                        characters.randomElement(using: &generator) ?? ""
                    }.joined()
                })
        }
        let written = try csv(columns: rows[0]) { writer in
            for row in rows.dropFirst() {
                for text in row { writer.append(.text(text)) }
                try writer.finishRow()
            }
        }
        let read = try #require(CSVReader.rows(of: written), "seed \(seed)")
        #expect(read.map { $0.map(CSVReader.withoutApostrophe) } == rows, "seed \(seed)")
        let dangerous: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n"]
        let starts = read.joined().compactMap(\.unicodeScalars.first)
        #expect(!starts.contains(where: dangerous.contains))
    }

    @Test("A long file is handed on in pieces, and an error of the sink ends it")
    func streaming() throws {
        struct Full: Error {}
        var largest = 0
        var total = 0
        var writer = CSVWriter(columns: ["a"]) { bytes in
            largest = max(largest, bytes.count)
            total += bytes.count
            if total > 1_000_000 { throw Full() }
        }
        #expect(throws: Full.self) {
            for number in 0..<1_000_000 { try writer.write(.integer(Int64(number))) }
        }
        #expect(largest >= OutputBuffer.flushBytes && largest < OutputBuffer.flushBytes + 100)
    }

    /// What is written, as text.
    private func csv(
        columns: [String], _ write: (inout CSVWriter) throws -> Void
    ) throws -> String {
        var bytes: [UInt8] = []
        var writer = CSVWriter(columns: columns) { chunk in
            for index in chunk.indices { bytes.append(chunk[index]) }
        }
        try write(&writer)
        try writer.finish()
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A reader of RFC 4180, strict and written without a look at the writer.
enum CSVReader {
    /// The rows; nil if the text breaks a rule of the RFC.
    static func rows(of text: String) -> [[String]]? {
        var rows: [[String]] = []
        var row: [String] = []
        var rest = text.unicodeScalars[...]
        while !rest.isEmpty {
            guard let field = field(&rest) else { return nil }
            row.append(field)
            switch rest.popFirst() {
            case ",": continue
            case "\r":
                guard rest.popFirst() == "\n" else { return nil }
                rows.append(row)
                row = []
            default: return nil
            }
        }
        return row.isEmpty ? rows : nil
    }

    static func withoutApostrophe(_ text: String) -> String {
        text.hasPrefix("'") ? String(text.unicodeScalars.dropFirst()) : text
    }

    private static func field(_ rest: inout Substring.UnicodeScalarView) -> String? {
        guard rest.first == "\"" else {
            let plain = rest.prefix { $0 != "," && $0 != "\r" && $0 != "\n" && $0 != "\"" }
            rest = rest[plain.endIndex...]
            return String(plain)
        }
        rest.removeFirst()
        var field = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            if scalar != "\"" {
                field.append(scalar)
            } else if rest.first == "\"" {
                rest.removeFirst()
                field.append("\"")
            } else {
                return String(field)
            }
        }
        return nil
    }
}
