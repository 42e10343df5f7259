import Ledger

extension Console {
    /// Writes a table as results, or a line in place of one without rows.
    func print(_ table: Table, orIfEmpty line: String) throws(ConsoleError) {
        guard !table.isEmpty else {
            try print(line)
            return
        }
        for line in table.lines { try print(line) }
    }

    /// Writes a JSON answer and ends its line.
    func print(json bytes: [UInt8]) throws(ConsoleError) {
        try write(bytes.span)
        try print("")
    }

    /// Writes an answer: as JSON where asked for, else what it was asked with and a table.
    func print<Value>(
        _ answer: Answer<Value>, for arguments: ParsedArguments,
        json: (Answer<Value>) -> [UInt8], table: (Value) -> Table, orIfEmpty line: String
    ) throws(ConsoleError) {
        if arguments.has(Option.json.name) {
            try print(json: json(answer))
        } else {
            try print(AnswerHead.text(of: answer))
            try print(table(answer.value), orIfEmpty: line)
        }
    }

    /// Writes what became of a host action.
    func print(_ receipt: HostReceipt, for arguments: ParsedArguments) throws(ConsoleError) {
        if arguments.has(Option.json.name) {
            try print(json: receipt.json)
        } else {
            try print(ReceiptText.text(of: receipt))
        }
    }
}

/// What became of a host action, for people.
enum ReceiptText {
    /// Such as `recorded as event 37, balance 70`.
    static func text(of receipt: HostReceipt) -> String {
        let done = receipt.isDuplicate ? "done before, as event" : "recorded as event"
        let balance = receipt.balance.map { ", balance \($0)" } ?? ""
        return "\(done) \(receipt.sequence)\(balance)"
    }
}

/// The events that something rests on, for people.
enum EventList {
    /// Such as `4 5`.
    static func text(_ sequences: [UInt64]) -> String {
        sequences.map(String.init).joined(separator: " ")
    }
}
