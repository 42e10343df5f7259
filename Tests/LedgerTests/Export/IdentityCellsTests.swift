import Testing

@testable import Ledger

@Suite("Cells of customers")
struct IdentityCellsTests {
    @Test("The customers of one event are all there, whoever was read before")
    func allOfOneEvent() async throws {
        let whole = try WholeLedger()
        let texts = (0..<12).map { "70400000000000\($0)" }
        let numbers = try await whole.ledger.writer.perform { batch, transaction in
            var log = batch.log
            return try texts.map { text in
                let identity = try #require(
                    Identity(appTransactionID: text, environment: .production))
                return try log.number(of: identity, in: transaction).number
            }
        }
        let known = Dictionary(uniqueKeysWithValues: zip(numbers, texts))
        let seed: UInt64 = 11
        var random = SeededGenerator(seed: seed)
        try whole.ledger.environment.read { transaction in
            var cells = IdentityCells()
            for event in 0..<2_000 {
                let named = numbers.shuffled(using: &random)
                    .prefix(Int.random(in: 1...3, using: &random))
                for number in named {
                    try cells.find(number, reader: whole.ledger.reader, in: transaction)
                }
                for number in named {
                    var cell: [UInt8] = []
                    cells.append(number, to: &cell)
                    let text = String(decoding: cell, as: UTF8.self)
                    #expect(text == known[number], "seed \(seed), event \(event)")
                }
            }
        }
        await whole.ledger.close()
    }
}
