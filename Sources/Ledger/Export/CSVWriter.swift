/// Writes rows of CSV (RFC 4180) to a sink of bytes, in constant memory.
///
/// The first row names the columns. Rows end with CR LF, as the RFC says. A field is quoted only
/// where it has to be: with a comma, a quote or a line break in it, or a space at either end, which
/// some readers drop.
///
/// A spreadsheet runs text as a formula that begins with `=`, `+`, `-`, `@`, a tab or a line break.
/// An apostrophe is written in front of it, and in front of text that begins with an apostrophe: to
/// get the text back, remove one apostrophe at the beginning. Numbers are no text and keep their
/// minus.
package struct CSVWriter {
    private var buffer: OutputBuffer
    private let columnCount: Int
    private var fieldCount = 0

    /// Begins a file with the names of its columns.
    ///
    /// - Parameters:
    ///   - columns: the names, in order.
    ///   - write: takes the next bytes of the output.
    package init(columns: [String], write: @escaping (Span<UInt8>) throws -> Void) {
        buffer = OutputBuffer(write: write)
        columnCount = columns.count
        for column in columns { append(.text(column)) }
        endRow()
    }

    /// Writes a row of fields in the order of the columns.
    ///
    /// - Throws: what the sink throws.
    package mutating func write(_ fields: CSVField...) throws {
        for field in fields { append(field) }
        try finishRow()
    }

    /// Adds a field to the row that is being written.
    package mutating func append(_ field: CSVField) {
        if fieldCount > 0 { buffer.bytes.append(UInt8(ascii: ",")) }
        fieldCount += 1
        switch field {
        case .empty: break
        case .text(let text): CSVText.append(text, to: &buffer.bytes)
        case .integer(let value): DecimalText.append(value, to: &buffer.bytes)
        case .milliunits(let value): DecimalText.append(milliunits: value, to: &buffer.bytes)
        case .boolean(let value): buffer.bytes.append(literal: value ? "true" : "false")
        case .instant(let value): value.appendISO8601(to: &buffer.bytes)
        }
    }

    /// Writes a row whose text, in the order of the columns and with commas between, `row` appends.
    ///
    /// - Throws: what `row` and the sink throw.
    mutating func writeRow(_ row: (inout [UInt8]) throws -> Void) throws {
        try row(&buffer.bytes)
        endRow()
        try buffer.flushIfFull()
    }

    /// Ends the row that is being written.
    ///
    /// - Precondition: it has a field for every column.
    /// - Throws: what the sink throws.
    package mutating func finishRow() throws {
        precondition(fieldCount == columnCount, "a row has a field for every column")
        endRow()
        try buffer.flushIfFull()
    }

    /// Hands on what is still held back; without it the end of the file is missing.
    ///
    /// - Throws: what the sink throws.
    package mutating func finish() throws {
        try buffer.flush()
    }

    private mutating func endRow() {
        buffer.bytes.append(literal: "\r\n")
        fieldCount = 0
    }
}

/// Text as a field of CSV.
enum CSVText {
    /// Whether an apostrophe is written in front of a text.
    static func isDefused(_ text: [UInt8]) -> Bool { text.first.map(isFormulaStart) ?? false }

    static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { unsafe append($0.span, to: &bytes) }
    }

    /// Appends text that is UTF-8.
    static func append(_ text: Span<UInt8>, to bytes: inout [UInt8]) {
        guard !text.isEmpty else { return }
        let (first, last) = (text[0], text[text.count - 1])
        let space = UInt8(ascii: " ")
        var isQuoted = first == space || last == space
        var hasQuote = false
        for index in text.indices {
            let byte = text[index]
            isQuoted = isQuoted || forcesQuotes(byte)
            hasQuote = hasQuote || byte == UInt8(ascii: "\"")
        }
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
        if isFormulaStart(first) { bytes.append(UInt8(ascii: "'")) }
        if hasQuote {
            for index in text.indices {
                if text[index] == UInt8(ascii: "\"") { bytes.append(text[index]) }
                bytes.append(text[index])
            }
        } else {
            bytes.append(text)
        }
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
    }

    private static func forcesQuotes(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n"): true
        default: false
        }
    }

    /// Whether text that begins so is given an apostrophe.
    private static func isFormulaStart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"),
            UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "'"):
            true
        default: false
        }
    }
}
