import LedgerTesting

/// Reads CSV as RFC 4180 has it: an object of texts for each row under the header.
enum CSVRows {
    static func rows(_ text: String) throws -> [TestJSON] {
        var records = try records(Array(text.unicodeScalars))
        guard !records.isEmpty else { throw ScenarioMistake("CSV without a header") }
        let header = records.removeFirst()
        return try records.map { record in
            guard record.count == header.count else {
                throw ScenarioMistake("a CSV row has \(record.count) cells of \(header.count)")
            }
            return .object(
                Dictionary(zip(header, record.map { TestJSON.string($0) })) { first, _ in first })
        }
    }

    private static func records(_ text: [Unicode.Scalar]) throws -> [[String]] {
        var records: [[String]] = []
        var record: [String] = []
        var cell = String.UnicodeScalarView()
        var isQuoted = false
        var index = 0
        while index < text.count {
            let scalar = text[index]
            let next = index + 1 < text.count ? text[index + 1] : nil
            switch scalar {
            case "\"" where isQuoted && next == "\"":
                cell.append(scalar)
                index += 1
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                record.append(String(cell))
                cell = String.UnicodeScalarView()
            case "\r" where !isQuoted && next == "\n":
                records.append(record + [String(cell)])
                (record, cell) = ([], String.UnicodeScalarView())
                index += 1
            default: cell.append(scalar)
            }
            index += 1
        }
        guard !isQuoted, record.isEmpty, cell.isEmpty else {
            throw ScenarioMistake("CSV that ends in the middle of a row")
        }
        return records
    }
}
