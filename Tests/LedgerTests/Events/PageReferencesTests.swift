import Testing

@testable import Ledger

/// The pages name files and functions; a renamed one must not be left behind in a page.
@Suite("References of the pages")
struct PageReferencesTests {
    private static func names(in page: String) -> [String] {
        page.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }

    @Test(
        "Every source file that a page names is there",
        arguments: [
            "architecture.md", "semantics.md", "format.md", "csv.md", "operations.md",
        ])
    func files(_ page: String) throws {
        let files = try SourceFile.all().map { "/" + $0.path }
        let named = Self.names(in: try Documentation.page(page)).filter {
            $0.hasSuffix(".swift") && !$0.hasPrefix("Tests/")
        }
        for name in named {
            #expect(files.contains { $0.hasSuffix("/" + name) }, "\(page): \(name)")
        }
        if page == "architecture.md" || page == "semantics.md" { #expect(named.count > 20) }
    }

    @Test("Every rule stands in the table, and its functions in their file")
    func rules() throws {
        let rows = try Documentation.table(
            ["rule", "what it decides", "file", "functions"],
            in: try Documentation.page("semantics.md"))
        let all =
            (1...16).map { "R\($0)" } + (1...28).map { "F\($0)" } + (1...14).map { "P\($0)" }
        #expect(Set(rows.map { $0[0] }) == Set(all))
        for row in rows {
            let name = Documentation.plain(row[2])
            let file = try SourceFile.all().first { $0.path.hasSuffix("/" + name) }
            for function in Self.names(in: row[3]) {
                #expect(file?.words.contains(function) == true, "\(row[0]): \(name) \(function)")
            }
        }
    }
}
