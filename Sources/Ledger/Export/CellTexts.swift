/// Texts as fields of CSV, each made once: of symbols and kinds, which come again and again.
struct CellTexts {
    private var bytes: [UInt8] = []
    /// By number; nil where none was asked for yet, or where there was none.
    private var ranges: [Range<Int>?] = []

    /// Appends the text of a number, made by `text` the first time; nothing where there is none.
    mutating func append(_ number: Int, to output: inout [UInt8], text: () -> String?) {
        if number >= ranges.count {
            // A record that is damaged may name any number: a cell is kept for those that are
            // there.
            guard let text = text() else { return }
            ranges.append(contentsOf: repeatElement(nil, count: number + 1 - ranges.count))
            hold(text, of: number)
        } else if ranges[number] == nil, let text = text() {
            hold(text, of: number)
        }
        guard let range = ranges[number] else { return }
        output.append(bytes.span.extracting(range))
    }

    private mutating func hold(_ text: String, of number: Int) {
        let start = bytes.count
        CSVText.append(text, to: &bytes)
        ranges[number] = start..<bytes.count
    }
}
