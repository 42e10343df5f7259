import Foundation

/// The project's Markdown pages, read beside the code that they describe.
enum Documentation {
    /// The package's directory.
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A table that a page does not have.
    struct MissingTable: Error {
        let header: [String]
    }

    /// The text of a page in `docs`.
    static func page(_ name: String) throws -> String {
        try String(contentsOf: root.appending(path: "docs/\(name)"), encoding: .utf8)
    }

    /// The rows of the first table with these columns, after a heading if one is given.
    static func table(
        _ header: [String], in page: String, after heading: String? = nil
    ) throws -> [[String]] {
        var lines = page.split(separator: "\n", omittingEmptySubsequences: false)[...]
        if let heading {
            guard let start = lines.firstIndex(of: Substring(heading)) else {
                throw MissingTable(header: header)
            }
            lines = lines[start...]
        }
        guard let start = lines.firstIndex(where: { cells(of: $0) == header }) else {
            throw MissingTable(header: header)
        }
        return lines.dropFirst(start - lines.startIndex + 2).prefix { $0.hasPrefix("|") }
            .map(cells)
    }

    private static func cells(of line: Substring) -> [String] {
        guard line.hasPrefix("|"), line.hasSuffix("|") else { return [] }
        return line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// A cell without the marks of code.
    static func plain(_ cell: String) -> String { cell.replacing("`", with: "") }
}

/// Bytes as hexadecimal digits, and back.
enum Hex {
    struct Malformed: Error {}

    /// The bytes of a text; white space means nothing.
    static func bytes(_ text: String) throws -> [UInt8] {
        let digits = try text.filter { !$0.isWhitespace }.map { digit in
            guard let value = digit.hexDigitValue else { throw Malformed() }
            return UInt8(value)
        }
        guard digits.count.isMultiple(of: 2) else { throw Malformed() }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// The digits of bytes.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
