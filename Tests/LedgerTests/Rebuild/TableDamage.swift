@testable import Ledger

/// Every table that follows from the log, to be damaged and compared.
struct DerivedContents: Equatable {
    /// Rows by table; of `meta` only what follows from the log.
    var rows: [String: [[UInt8]: [UInt8]]] = [:]

    init(_ ledger: TransactionLedger) throws {
        for table in Self.tables(of: ledger) {
            rows[table.name] = try ledger.environment.read { transaction in
                var rows: [[UInt8]: [UInt8]] = [:]
                try table.forEach(in: transaction) { key, value in
                    let name = [UInt8](copying: key)
                    if table.name != "meta" || Self.counters.contains(name) {
                        rows[name] = [UInt8](copying: value)
                    }
                    return true
                }
                return rows
            }
        }
    }

    /// The names of tables in which two ledgers differ.
    func differences(from other: DerivedContents) -> [String] {
        rows.keys.sorted().filter { rows[$0] != other.rows[$0] }
    }

    static let counters = Set(
        ["nextLine", "nextIdentity", "nextHeader", "position@1"].map { Array($0.utf8) })

    static func tables(of ledger: TransactionLedger) -> [LMDBTable] {
        let tables = ledger.reader.tables
        return [
            tables.symbols, tables.lineNumbers, tables.transactionLines, tables.periodLines,
            tables.lines, tables.customers, tables.unlined, tables.globals, tables.hostKeys,
            tables.headerNumbers, tables.identities, ledger.live.heads, ledger.live.accounts,
            tables.meta,
        ]
    }

    /// Deletes, changes and adds rows of every table, about one of `share`.
    static func damage(
        _ ledger: TransactionLedger, oneOf share: Int, using random: inout SeededGenerator
    ) throws {
        let before = try DerivedContents(ledger).rows
        try ledger.environment.write { transaction in
            for table in tables(of: ledger) {
                for (key, value) in (before[table.name] ?? [:]).sorted(by: {
                    $0.key.lexicographicallyPrecedes($1.key)
                }) where Int.random(in: 0..<share, using: &random) == 0 {
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: try table.delete(key.bytes, in: transaction)
                    case 1:
                        var changed = value
                        if Bool.random(using: &random) || value.isEmpty {
                            changed.append(UInt8.random(in: 0...255, using: &random))
                        } else {
                            changed[Int.random(in: changed.indices, using: &random)] ^= 0x10
                        }
                        try table.put(key.bytes, changed.bytes, in: transaction)
                    default:
                        if table.name == "meta" { continue }
                        var other = key
                        let index = Int.random(in: other.indices, using: &random)
                        other[index] ^= UInt8.random(in: 1...255, using: &random)
                        if before[table.name]?[other] == nil {
                            try table.put(other.bytes, value.bytes, in: transaction)
                        }
                    }
                }
            }
        }
    }
}
