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

    @Test("Every row of any texts begins each column at the same place")
    func columns() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            var table = Table([Table.Column("X"), Table.Column("Y", .right), Table.Column("Z")])
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let lengths = (0..<2).map { _ in Int.random(in: 0...9, using: &random) }
                table.append(lengths.map { String(repeating: "é", count: $0) } + ["|"])
            }
            let ends = Set(table.lines.dropFirst().map(\.count))
            #expect(ends.count <= 1, "\(table.lines)")
            #expect(table.lines.dropFirst().allSatisfy { $0.last == "|" }, "\(table.lines)")
        }
    }

    @Test("What would move the cursor is shown as a mark")
    func control() {
        var table = Table([Table.Column("A")])
        table.append(["x\u{1B}[2J\n\r\u{9B}y\u{7F}"])
        #expect(table.lines.last == "x\u{FFFD}[2J\u{FFFD}\u{FFFD}\u{FFFD}y\u{FFFD}")
    }

    @Test("A JSON answer ends its line")
    func json() throws {
        let recorded = RecordedConsole()
        let console = recorded.make()
        try console.print(json: Array("{}".utf8))
        var table = Table([Table.Column("A")])
        table.append(["1"])
        try console.print(table)
        try console.flush()
        #expect(String(decoding: recorded.output, as: UTF8.self) == "{}\nA\n1\n")
    }
}
