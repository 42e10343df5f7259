import Testing

@testable import Ledger

@Suite("Identities")
struct IdentityTests {
    /// One letter, spelled in two ways that Unicode calls equivalent.
    private static let spellings = ["\u{E9}", "e\u{301}"]

    @Test("Two spellings of a text are two customers, whether they come together or not")
    func spellings() async throws {
        let whole = try WholeLedger()
        let identities = try Self.spellings.map {
            try #require(Identity(appTransactionID: $0, environment: .production))
        }
        #expect(Set(identities).count == 2)
        let together = try await whole.ledger.writer.perform { batch, transaction in
            var log = batch.log
            return try identities.map { try log.number(of: $0, in: transaction).number }
        }
        #expect(Set(together).count == 2)
        for (identity, number) in zip(identities, together) {
            let apart = try await whole.ledger.writer.perform { batch, transaction in
                var log = batch.log
                return try log.number(of: identity, in: transaction).number
            }
            #expect(apart == number)
        }
        await whole.ledger.close()
    }
}
