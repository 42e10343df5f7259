import Testing

@testable import Ledger

/// `docs/csv.md` against the code: the page is what other people's imports are written from.
@Suite("The page about exports")
struct ExportDocumentationTests {
    private static func rows(of kind: ExportKind) throws -> [[String]] {
        try Documentation.table(
            ["column", "type", "meaning"], in: try Documentation.page("csv.md"),
            after: "## \(kind.rawValue)")
    }

    @Test("Each kind has the columns that the page lists, in order", arguments: ExportKind.allCases)
    func columns(_ kind: ExportKind) throws {
        let documented = try Self.rows(of: kind).map { Documentation.plain($0[0]) }
        #expect(documented == ExportColumns.columns(of: kind))
        #expect(Set(documented).count == documented.count)
        #expect(try Self.rows(of: kind).allSatisfy { $0.count == 3 && !$0[2].isEmpty })
    }

    @Test("Every type that a column has is explained", arguments: ExportKind.allCases)
    func types(_ kind: ExportKind) throws {
        let known = try Documentation.table(
            ["type", "how it is written"], in: try Documentation.page("csv.md"))
        #expect(Set(try Self.rows(of: kind).map { $0[1] }).isSubset(of: known.map { $0[0] }))
    }

    @Test("Columns that are fields of a record have the type of the field")
    func fieldTypes() throws {
        let exported = [
            "symbol": "text", "identity": "text", "identifier": "text", "packed text": "text",
            "bytes": "text", "symbols": "list", "instant": "instant", "boolean": "boolean",
            "int32": "integer", "int64": "integer",
        ]
        let fields = Dictionary(
            uniqueKeysWithValues: try FieldList.all().map { ($0.name, $0.type) })
        var comparedCount = 0
        for kind in [ExportKind.events, .transactions] {
            for row in try Self.rows(of: kind) {
                let name = Documentation.plain(row[0])
                guard let type = fields[name] else { continue }
                let isMoney = ExportColumns.moneyFields.contains(name)
                #expect(row[1] == (isMoney ? "decimal" : exported[type]), "\(name)")
                comparedCount += 1
            }
        }
        #expect(comparedCount > 100)
    }

    @Test("Every amount of money stands as a decimal, and behind it in milliunits")
    func money() throws {
        for kind in ExportKind.allCases {
            let rows = try Self.rows(of: kind)
            for (index, row) in rows.enumerated() where row[1] == "decimal" {
                let name = Documentation.plain(row[0])
                #expect(ExportColumns.moneyFields.contains(name))
                try #require(index + 1 < rows.count)
                #expect(rows[index + 1][0] == "`\(name)Milliunits`")
                #expect(rows[index + 1][1] == "integer")
            }
        }
    }

    @Test("Every field of a record but those of the log itself is a column of the events")
    func eventsHaveEveryField() throws {
        let internalTypes: Set = ["uint64", "digest", "identity definitions", "symbol definitions"]
        let missing = try FieldList.all().filter { field in
            !internalTypes.contains(field.type)
                && !ExportColumns.columns(of: .events).contains(field.name)
        }
        // Which signed part proves an event is the log's own affair.
        #expect(missing.map(\.name) == ["evidencePart"])
    }
}
