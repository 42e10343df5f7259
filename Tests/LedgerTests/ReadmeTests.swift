import Foundation
import Testing

/// The README's example is a part of a program that is compiled and run.
@Suite("The README")
struct ReadmeTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test("Its Swift example is what the snippet shows, line by line")
    func example() throws {
        let blocks = try Self.text("README.md").components(separatedBy: "```")
        let examples = blocks.filter { $0.hasPrefix("swift\n") }.map { $0.dropFirst(6) }
        let program = try Self.text("Snippets/Readme.swift")
        let shown = program.components(separatedBy: "// snippet.show\n").last?
            .components(separatedBy: "// snippet.hide").first
        #expect(examples.map(String.init) == [try #require(shown)])
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
