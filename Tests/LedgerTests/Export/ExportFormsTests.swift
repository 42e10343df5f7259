import Foundation
import LedgerTesting
import Testing

@testable import Ledger

/// CSV of events and of transactions is written out of the records, JSON Lines from the events.
///
/// Each is the other's judge.
@Suite("CSV and JSON Lines say the same")
struct ExportFormsTests {
    /// The rows of a CSV, each with its fields as they were before quoting and defusing.
    private static func rows(_ csv: [UInt8]) -> [[String]] {
        var (rows, row, field): ([[String]], [String], [UInt8]) = ([], [], [])
        var isQuoted = false
        var index = 0
        func text() -> String {
            let isDefused = field.first == UInt8(ascii: "'")
            return String(decoding: isDefused ? field.dropFirst() : field[...], as: UTF8.self)
        }
        while index < csv.count {
            let byte = csv[index]
            index += 1
            if isQuoted {
                if byte != UInt8(ascii: "\"") {
                    field.append(byte)
                } else if index < csv.count, csv[index] == UInt8(ascii: "\"") {
                    field.append(byte)
                    index += 1
                } else {
                    isQuoted = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isQuoted = true
            case UInt8(ascii: ","):
                row.append(text())
                field = []
            case UInt8(ascii: "\r"):
                row.append(text())
                rows.append(row)
                (row, field) = ([], [])
                index += 1
            default: field.append(byte)
            }
        }
        return rows
    }

    private static func check(_ ledger: TransactionLedger, _ kind: ExportKind, at cut: Cut?) throws
        -> Int
    {
        var (csv, lines): ([UInt8], [UInt8]) = ([], [])
        try ledger.export(kind, format: .csv, at: cut) { csv.append($0) }
        try ledger.export(kind, format: .jsonl, at: cut) { lines.append($0) }
        var found = rows(csv)
        let columns = found.removeFirst()
        let objects = try lines.split(separator: UInt8(ascii: "\n")).map {
            try TestJSON(json: Array($0))
        }
        #expect(found.count == objects.count)
        for (row, object) in zip(found, objects) {
            #expect(row.count == columns.count)
            for (column, field) in zip(columns, row) {
                let value = object[column]
                let text =
                    value?.stringValue ?? value.map { String(decoding: $0.json, as: UTF8.self) }
                #expect(field == text ?? "", "\(kind) \(column)")
            }
        }
        return found.count
    }

    @Test("In every kind of export, of every event of wild stories", arguments: WholeSeeds.some(2))
    func everyKind(seed: UInt64) async throws {
        let story = try WholeStoryGenerator.story(seed: seed)
        let whole = try WholeLedger()
        try await whole.importCatalog()
        for delivery in story.deliveries { try await whole.ingest(delivery) }
        let account = CustomerSelector.appAccountToken(try #require(WholeStory.account(0)))
        for (index, key) in ["=1+1", "a,b", "\"q\"", " s", "é", "'", "@x\ny"].enumerated() {
            _ = try await whole.ledger.credit(
                Int64(index + 1), of: "coins", to: account, key: IdempotencyKey(key))
        }
        var random = SeededGenerator(seed: seed)
        var cuts: [Cut?] = [nil]
        cuts += story.someInstants(2, using: &random).map { Cut(asOf: $0) }
        for cut in cuts {
            for kind in ExportKind.allCases {
                let count = try Self.check(whole.ledger, kind, at: cut)
                if kind == .events { #expect(count > 10, "seed \(seed)") }
            }
        }
        await whole.ledger.close()
    }
}
