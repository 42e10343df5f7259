import Testing

@testable import ledgerctl

/// Tables for people.
@Suite struct TableTests {
    @Test("Columns are as wide as their widest cell, and numbers are flush right")
    func alignment() {
        var table = Table([
            Table.Column("Entitlement"), Table.Column("Events", .right), Table.Column("Until"),
        ])
        table.append(["pro", "12", "2026-04-01"])
        table.append(["a long entitlement", "3", nil])
        table.append(["", "1234567", ""])
        #expect(
            table.lines == [
                "Entitlement          Events  Until",
                "pro                      12  2026-04-01",
                "a long entitlement        3  -",
                "                    1234567",
            ])
    }

    @Test("A table without rows is its header")
    func empty() {
        #expect(Table([Table.Column("A"), Table.Column("B", .right)]).lines == ["A  B"])
    }

    @Test("Rows of texts of any two lengths end at the same place")
    func columns() {
        for first in 0...9 {
            for second in 0...9 {
                var table = Table([Table.Column("X"), Table.Column("Y", .right), Table.Column("Z")])
                let texts = [first, second].map { String(repeating: "é", count: $0) }
                table.append(texts + ["|"])
                table.append(texts.reversed() + ["|"])
                let rows = table.lines.dropFirst()
                let width = 2 * max(1, first, second) + 5
                #expect(rows.map(\.count) == [width, width])
                #expect(rows.allSatisfy { $0.last == "|" }, "\(table.lines)")
            }
        }
    }

    @Test("What would move the cursor is shown as a mark")
    func control() {
        var table = Table([Table.Column("A")])
        table.append(["x\u{1B}[2J\n\r\u{9B}y\u{7F}"])
        #expect(table.lines.last == "x\u{FFFD}[2J\u{FFFD}\u{FFFD}\u{FFFD}y\u{FFFD}")
    }

    @Test("A JSON answer ends its line, and a table without rows is a sentence")
    func json() throws {
        let recorded = RecordedConsole()
        let console = recorded.make()
        try console.print(json: Array("{}".utf8))
        var table = Table([Table.Column("A")])
        table.append(["1"])
        try console.print(table, orIfEmpty: "nothing")
        try console.print(Table([Table.Column("A")]), orIfEmpty: "nothing")
        try console.flush()
        #expect(String(decoding: recorded.output, as: UTF8.self) == "{}\nA\n1\nnothing\n")
    }
}
