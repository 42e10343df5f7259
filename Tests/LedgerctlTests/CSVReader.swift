/// Reads RFC 4180, and nothing else, for tests: written apart from what writes it.
enum CSVReader {
    struct Malformed: Error {}

    /// The rows of a file, the header among them; every row ends with CR LF.
    static func rows(of text: String) throws -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var field = String.UnicodeScalarView()
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\"":
                guard field.isEmpty else { throw Malformed() }
                field = try quoted(&scalars)
                guard [",", "\r"].contains(scalars.first) else { throw Malformed() }
            case ",":
                row.append(String(field))
                field = String.UnicodeScalarView()
            case "\r":
                guard scalars.popFirst() == "\n" else { throw Malformed() }
                rows.append(row + [String(field)])
                (row, field) = ([], String.UnicodeScalarView())
            case "\n":
                throw Malformed()
            default:
                field.append(scalar)
            }
        }
        guard row.isEmpty, field.isEmpty else { throw Malformed() }
        return rows
    }

    /// The text up to the quote that ends it.
    private static func quoted(
        _ scalars: inout Substring.UnicodeScalarView
    ) throws -> String.UnicodeScalarView {
        var text = String.UnicodeScalarView()
        while let scalar = scalars.popFirst() {
            if scalar != "\"" {
                text.append(scalar)
            } else if scalars.first == "\"" {
                scalars.removeFirst()
                text.append(scalar)
            } else {
                return text
            }
        }
        throw Malformed()
    }
}
