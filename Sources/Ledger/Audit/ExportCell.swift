/// One cell of an export that is read back, as its form has it; nothing in it is trusted.
enum ExportCell: Hashable {
    /// A member that the object does not have.
    case absent
    /// The bytes of a cell of CSV, without its quotes.
    case csv([UInt8])
    /// A text of JSON.
    case string(String)
    /// A number of JSON, as it is written.
    case number(String)
    /// `true` or `false` of JSON.
    case boolean(Bool)
    /// `null` of JSON, which no export has.
    case null

    /// Whether the cell is exactly what an export writes for a value.
    func holds(_ field: CSVField) -> Bool {
        switch (self, field) {
        case (.csv(let bytes), _): bytes == field.cell
        case (.absent, .empty): true
        // Texts are compared byte by byte: a spelling that looks the same is another text.
        case (.string(let text), .text), (.string(let text), .milliunits),
            (.string(let text), .instant):
            text.utf8.elementsEqual(field.plainText.utf8)
        case (.number(let text), .integer): text == field.plainText
        case (.boolean(let flag), .boolean(let value)): flag == value
        default: false
        }
    }

    /// The whole number that the cell is.
    var integer: UInt64? {
        switch self {
        case .csv(let bytes):
            NoteText.decimal(Substring(String(decoding: bytes, as: UTF8.self)))
        case .number(let text): NoteText.decimal(Substring(text))
        default: nil
        }
    }

    /// The bytes of base64 text in a cell.
    ///
    /// The apostrophe that a text which begins with a plus sign has in CSV is taken away.
    var base64: [UInt8]? {
        let text: Substring
        switch self {
        case .csv(let bytes):
            let hasApostrophe = bytes.first == UInt8(ascii: "'")
            let plain = hasApostrophe ? bytes.dropFirst() : bytes[...]
            text = Substring(String(decoding: plain, as: UTF8.self))
        case .string(let string): text = Substring(string)
        default: return nil
        }
        return try? NoteText.base64(text, else: NoteError.notText)
    }
}

extension CSVField {
    /// The value as a text, as JSON Lines have it.
    fileprivate var plainText: String {
        switch self {
        case .empty: ""
        case .text(let text): text
        case .integer(let number): String(number)
        case .milliunits(let amount): DecimalText.text(milliunits: amount)
        case .boolean(let flag): flag ? "true" : "false"
        case .instant(let instant): instant.iso8601
        }
    }

    /// The value as a cell of CSV, without its quotes: text after the apostrophe rule.
    fileprivate var cell: [UInt8] {
        let text = Array(plainText.utf8)
        guard case .text = self, CSVText.isDefused(text) else { return text }
        return [UInt8(ascii: "'")] + text
    }
}
