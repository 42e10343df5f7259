/// A table for people: a header and rows, each column as wide as its widest cell.
struct Table {
    /// The side on which the cells of a column are flush.
    enum Alignment: Sendable {
        case left
        case right
    }

    /// A column of the table.
    struct Column: Sendable {
        let title: String
        let alignment: Alignment

        init(_ title: String, _ alignment: Alignment = .left) {
            self.title = title
            self.alignment = alignment
        }
    }

    /// What stands for a value that is not there.
    static let absent = "-"
    private static let gap = "  "

    let columns: [Column]
    private var rows: [[String]] = []

    init(_ columns: [Column]) {
        self.columns = columns
    }

    /// Whether there is no row.
    var isEmpty: Bool { rows.isEmpty }

    /// Adds a row with a cell for each column; nil is a value that is not there.
    mutating func append(_ cells: [String?]) {
        precondition(cells.count == columns.count, "a row has a cell for each column")
        rows.append(cells.map { Self.printable($0 ?? Self.absent) })
    }

    /// The header and the rows, without spaces at their ends.
    var lines: [String] {
        let all = [columns.map(\.title)] + rows
        let widths = columns.indices.map { column in
            all.map { $0[column].count }.max() ?? 0
        }
        return all.map { cells in
            let padded = columns.indices.map { column in
                Self.pad(cells[column], to: widths[column], columns[column].alignment)
            }
            let line = padded.joined(separator: Self.gap)
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    private static func pad(_ cell: String, to width: Int, _ alignment: Alignment) -> String {
        let space = String(repeating: " ", count: width - cell.count)
        return alignment == .left ? cell + space : space + cell
    }

    /// The text with marks in place of what would move the cursor or recolour the terminal.
    private static func printable(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control
            result.append(isControl ? "\u{FFFD}" : scalar)
        }
        return String(result)
    }
}
