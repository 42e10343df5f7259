import Testing

@testable import Ledger

/// `docs/format.md` against the code: the page is what other programs are written from.
@Suite("The page about the format")
struct FormatDocumentationTests {
    @Test("The table of fields is the list that the encoder and the decoder visit")
    func fields() throws {
        let page = try Documentation.page("format.md")
        let rows = try Documentation.table(["number", "name", "type", "note"], in: page)
        let documented = rows.map { row in
            FieldDescription(
                number: UInt8(row[0]) ?? 0, name: Documentation.plain(row[1]), type: row[2])
        }
        #expect(documented == (try FieldList.all()))
        #expect(documented.map(\.number) == documented.map(\.number).sorted())
        #expect(Set(documented.map(\.number)).count == documented.count)
    }

    @Test("The table of types has every type that a field has")
    func types() throws {
        let page = try Documentation.page("format.md")
        let documented = Set(try Documentation.table(["type", "bytes"], in: page).map { $0[0] })
        #expect(documented == Set(try FieldList.all().map(\.type)))
    }

    @Test("The table of built-in symbols is the code's, in its order")
    func builtInSymbols() throws {
        let page = try Documentation.page("format.md")
        let rows = try Documentation.table(["number", "text"], in: page)
        #expect(rows.map { Documentation.plain($0[1]) } == BuiltInSymbols.texts)
        #expect(rows.map { UInt32($0[0]) } == (1...UInt32(rows.count)).map { $0 })
        for row in rows {
            #expect(BuiltInSymbols.numbers[Documentation.plain(row[1])] == UInt32(row[0]))
        }
        #expect(BuiltInSymbols.firstFreeNumber == 1024)
    }

    @Test("The tables of kinds and environments have the code's codes")
    func codes() throws {
        let page = try Documentation.page("format.md")
        let kinds = try Documentation.table(["code", "kind", "line", "fields"], in: page)
        #expect(
            kinds.map { [$0[0], Documentation.plain($0[1])] }
                == EventKind.allCases.map { [String($0.rawValue), $0.name] })
        let environments = try Documentation.table(["code", "environment"], in: page)
        #expect(
            environments.dropFirst().map { [$0[0], Documentation.plain($0[1])] }
                == EnvironmentCode.allCases.dropFirst().map {
                    [String($0.rawValue), $0.environment?.rawValue ?? ""]
                })
        #expect(environments.first?[0] == String(EnvironmentCode.none.rawValue))
    }
}
