import Foundation
import Testing

/// The examples of README and pages are parts of programs that are compiled and run.
@Suite("The README")
struct ReadmeTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test(
        "The Swift in a page is what its snippet shows, line by line",
        arguments: [("README.md", "Readme", 1), ("docs/backend.md", "Backend", 4)])
    func example(page: String, snippet: String, count: Int) throws {
        let blocks = try Self.text(page).components(separatedBy: "```")
        let examples = blocks.filter { $0.hasPrefix("swift\n") }.map { String($0.dropFirst(6)) }
        let program = try Self.text("Snippets/\(snippet).swift")
        let shown = try program.components(separatedBy: "// snippet.show\n").dropFirst().map {
            try #require($0.components(separatedBy: "// snippet.hide").first)
        }
        #expect(examples == shown)
        #expect(examples.count == count)
    }

    @Test("It fits on a page of 120 lines, and every file it links to is there")
    func links() throws {
        let text = try Self.text("README.md")
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 121)
        let targets = text.matches(of: /\]\(([^)#]+)\)/).map { String($0.1) }
        #expect(targets.count > 8)
        for target in targets where !target.hasPrefix("http") {
            let path = Self.root.appending(path: target).path
            #expect(FileManager.default.fileExists(atPath: path), "\(target)")
        }
    }
}
