internal import Foundation

/// One line of the table.
struct Row: Encodable {
    /// The programs that a figure is measured beside.
    enum Peer: String, CaseIterable {
        case limit = "limit"
        case sqlite = "SQLite"
        case umaDB = "UmaDB"
        case python = "Apple's Python"
    }

    /// A ratio with what it should be.
    struct Goal: Encodable {
        var name: String
        var ratio: Double
        var text: String
        var isReached: Bool

        /// At least so much.
        static func atLeast(_ least: Double, _ ratio: Double, of name: String) -> Goal {
            Goal(
                name: name, ratio: ratio, text: "≥ \(format(least))", isReached: ratio >= least)
        }

        /// At most so much.
        static func atMost(_ most: Double, _ ratio: Double, of name: String) -> Goal {
            Goal(name: name, ratio: ratio, text: "≤ \(format(most))", isReached: ratio <= most)
        }
    }

    var section: String
    var what: String
    var unit: String
    var ours: Double
    /// By name of the peer; one that did not run is missing.
    var peers: [String: Double] = [:]
    var goals: [Goal] = []
    var note = ""

    init(_ section: String, _ what: String, _ unit: String, _ ours: Double) {
        self.section = section
        self.what = what
        self.unit = unit
        self.ours = ours
    }

    subscript(peer: Peer) -> Double? {
        get { peers[peer.rawValue] }
        set { peers[peer.rawValue] = newValue }
    }
}

/// A number with three digits that count, or all of it.
func format(_ value: Double) -> String {
    if value.isNaN { return "-" }
    let magnitude = abs(value)
    if magnitude >= 100 || value == value.rounded() {
        let digits = String(Int64(value.rounded()))
        guard digits.count > 4 else { return digits }
        var groups: [Substring] = []
        var rest = Substring(digits)
        while rest.count > 3 {
            groups.insert(rest.suffix(3), at: 0)
            rest = rest.dropLast(3)
        }
        return ([rest] + groups).joined(separator: ",")
    }
    return String(format: magnitude >= 10 ? "%.1f" : magnitude >= 0.1 ? "%.2f" : "%.4f", value)
}

/// The machine and the table.
struct Report: Encodable {
    var machine: Machine
    var rows: [Row] = []

    /// The report as JSON.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// The report as a table in Markdown.
    var table: String {
        let heads =
            ["what", "unit", "ours"] + Row.Peer.allCases.map(\.rawValue)
            + ["ratio", "goal", "reached", "note"]
        let cells = [heads] + rows.map(Self.cells)
        let widths = heads.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        var lines = cells.map { row in
            "| "
                + row.enumerated().map { column, text in
                    text + String(repeating: " ", count: widths[column] - text.count)
                }.joined(separator: " | ") + " |"
        }
        lines.insert(
            "| "
                + widths.map { String(repeating: "-", count: max(3, $0)) }
                .joined(separator: " | ") + " |", at: 1)
        return (machine.lines + [""] + lines).joined(separator: "\n")
    }

    private static func cells(_ row: Row) -> [String] {
        let isReached =
            row.goals.isEmpty ? "" : row.goals.allSatisfy(\.isReached) ? "yes" : "**no**"
        return [row.what, row.unit, format(row.ours)]
            + Row.Peer.allCases.map { row[$0].map(format) ?? "" }
            + [
                row.goals.map { "\(format($0.ratio)) \($0.name)" }.joined(separator: ", "),
                row.goals.map(\.text).joined(separator: ", "), isReached, row.note,
            ]
    }
}
