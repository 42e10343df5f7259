/// Writes rows with fixed columns as CSV or as JSON Lines, in constant memory.
struct RowWriter {
    private let columns: [String]
    // Written in place: out of an enumeration they would be copied for each row, buffers and all.
    private var csv: CSVWriter?
    private var jsonl: JSONLinesWriter?

    /// Begins a file; CSV begins with the names of the columns.
    init(
        columns: [String], format: ExportFormat, write: @escaping (Span<UInt8>) throws -> Void
    ) {
        self.columns = columns
        switch format {
        case .csv: csv = CSVWriter(columns: columns, write: write)
        case .jsonl: jsonl = JSONLinesWriter(write: write)
        }
    }

    /// Whether `writeCSV` is the way to write rows.
    var isCSV: Bool { csv != nil }

    /// Writes a row; its fields stand in the order of the columns.
    mutating func write(_ fields: [CSVField]) throws {
        precondition(fields.count == columns.count, "a row has a field for every column")
        for field in fields { csv?.append(field) }
        try csv?.finishRow()
        try jsonl?.write { json in
            for (column, field) in zip(columns, fields) { json.member(column, field) }
        }
    }

    /// Writes a row of CSV whose text `row` appends.
    mutating func writeCSV(_ row: (inout [UInt8]) throws -> Void) throws {
        try csv?.writeRow(row)
    }

    /// Hands on what is still held back; without it the end of the file is missing.
    mutating func finish() throws {
        try csv?.finish()
        try jsonl?.finish()
    }
}

extension JSONWriter {
    /// Writes a member that is a field of a row.
    fileprivate mutating func member(_ key: String, _ field: CSVField) {
        switch field {
        case .empty: break
        case .text(let text): member(key, text)
        case .integer(let number): member(key, number)
        case .milliunits(let amount): member(key, milliunits: amount)
        case .boolean(let flag): member(key, flag)
        case .instant(let instant): member(key, instant)
        }
    }
}

extension CSVField {
    init(_ text: String?) { self = text.map { .text($0) } ?? .empty }
    init(_ instant: Instant?) { self = instant.map { .instant($0) } ?? .empty }
    init(_ number: (some FixedWidthInteger)?) {
        self = number.map { .integer(Int64(clamping: $0)) } ?? .empty
    }
    init(_ flag: Bool?) { self = flag.map { .boolean($0) } ?? .empty }
    init(milliunits: Int64?) { self = milliunits.map { .milliunits($0) } ?? .empty }

    init(_ value: EventValue?) {
        switch value {
        case nil: self = .empty
        case .text(let text): self = .text(text)
        case .integer(let number): self = .integer(number)
        case .boolean(let flag): self = .boolean(flag)
        case .instant(let instant): self = .instant(instant)
        case .list(let texts): self = .text(texts.joined(separator: " "))
        }
    }
}
