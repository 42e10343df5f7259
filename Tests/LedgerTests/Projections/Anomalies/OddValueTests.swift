import Testing

@testable import Ledger

@Suite("Odd values")
struct OddValueTests {
    private static let dates: [Int64?] = [nil, .min, .max, -62_135_596_800_000, 0, -1]

    private func line(_ random: inout SeededGenerator) -> LineState {
        var state = LineState(line: LineNumber(number: 0))
        func date() -> Instant? {
            (Self.dates.randomElement(using: &random) ?? nil).map {
                Instant(millisecondsSince1970: $0)
            }
        }
        for sequence in 0..<UInt64(12) {
            let kind = EventKind.allCases.randomElement(using: &random) ?? .transaction
            var event = EventFields(
                kind: kind, recordedAt: date() ?? .distantPast,
                effectiveAt: date() ?? .distantFuture)
            event.signedDate = date()
            event.purchaseDate = date()
            event.expiresDate = date()
            event.revocationDate = date()
            event.gracePeriodExpiresDate = date()
            event.statedTransactionSignedDate = date()
            event.statedRenewalInfoSignedDate = date()
            event.statedTransactionSequence =
                [nil, 0, .max, 1].randomElement(using: &random) ?? nil
            event.statedRenewalInfoSequence =
                [nil, 0, .max, 2].randomElement(using: &random) ?? nil
            let identifiers: [UInt64?] = [nil, 0, 1, .max]
            event.transactionID = (identifiers.randomElement(using: &random) ?? nil)
                .map { StoreIdentifier(bits: $0) }
            event.webOrderLineItemID = event.transactionID
            event.quantity = [nil, .min, .max, 0].randomElement(using: &random) ?? nil
            event.revocationPercentage = [nil, .min, .max].randomElement(using: &random) ?? nil
            event.isUpgraded = Bool.random(using: &random)
            event.isInBillingRetryPeriod = Bool.random(using: &random)
            event.autoRenewStatus = [nil, .min, 1].randomElement(using: &random) ?? nil
            event.status = [nil, .min, 1, 9].randomElement(using: &random) ?? nil
            event.notificationType = [BuiltInSymbols.refund, BuiltInSymbols.didFailToRenew]
                .randomElement(using: &random)
            event.subtype = BuiltInSymbols.gracePeriod
            event.account = [nil, Name.alice, Name.bob].randomElement(using: &random) ?? nil
            event.productType =
                [nil, BuiltInSymbols.autoRenewable, BuiltInSymbols.nonRenewing]
                .randomElement(using: &random) ?? nil
            event.product = [nil, Name.season, Name.weekly].randomElement(using: &random) ?? nil
            state.apply(event, sequence: sequence)
        }
        return state
    }

    @Test("Absent fields and the ends of the range never trap, and stored states read back")
    func extremes() throws {
        var random = SeededGenerator(seed: 5)
        for round in 0..<300 {
            let line = line(&random)
            for date in Self.dates.compactMap(\.self) {
                let instant = Instant(millisecondsSince1970: date)
                let full = MomentAnswers(line, at: instant, withEvents: true)
                #expect(full.instant == instant)
                _ = line.unfinished(at: instant)
            }
            _ = LineAnswers(line, at: [])
            for state in [line, line.trimmed()] {
                let bytes = state.encoded()
                #expect(
                    try unsafe LineState(decoding: bytes.span.bytes) == state, "round \(round)")
            }
        }
    }
}
