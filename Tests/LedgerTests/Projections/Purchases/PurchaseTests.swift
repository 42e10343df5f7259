import Testing

@testable import Ledger

@Suite("Purchases: credits, refunds, rows, unfinished")
struct PurchaseTests {
    private func coins(
        _ signed: String, revoked: String? = nil, percentage: Int32? = nil
    ) -> Arrival {
        .alone(
            oneTime(
                30, Name.coins, "03-01", type: BuiltInSymbols.consumable, signed: signed,
                quantity: 3, revoked: revoked, percentage: percentage))
    }

    @Test("F18, F19: a purchase credits its quantity, and each share of a refund is a target")
    func shares() {
        let line = TestLog([
            coins("03-01"), coins("03-10", revoked: "03-10", percentage: 33_333),
            coins("03-12", revoked: "03-10", percentage: 33_333),
            coins("03-20", revoked: "03-20", percentage: 66_667),
        ]).folded()
        let credit = line.purchaseCredits().first
        #expect(credit?.quantity == 3)
        #expect(credit?.revocations.map(\.percentageMillipercent) == [33_333, 66_667])
        #expect(credit?.revocations.map(\.at) == [on("03-10"), on("03-20")])
        #expect(line.refundRows().map(\.revocationDate) == [on("03-10"), on("03-20")])
        #expect(line.refundRows().map(\.reversed) == [false, false])
    }

    @Test("F20: a refund without a share takes everything back; odd shares are held to the range")
    func wholeRefund() {
        for (percentage, expected) in [(nil, 100_000), (200_000, 100_000), (-5, 0)]
            as [(Int32?, Int32)]
        {
            let line = TestLog([coins("03-10", revoked: "03-10", percentage: percentage)]).folded()
            #expect(
                line.refundRows().map(\.revocationPercentageMillipercent) == [expected])
        }
    }

    @Test("R13: a refund, its reversal and a second refund net to one clawback")
    func secondRefund() {
        let line = TestLog([
            coins("03-01"), coins("03-10", revoked: "03-10"), coins("03-15"),
            coins("03-20", revoked: "03-20"),
        ]).folded()
        let credit = line.purchaseCredits().first
        #expect(credit?.revocations.map(\.percentageMillipercent) == [100_000, 0, 100_000])
        #expect(line.refundRows().map(\.reversed) == [true, false])
    }

    @Test("A second refund that keeps the first date leaves no gap in between")
    func secondRefundWithTheFirstDate() {
        let line = TestLog([
            coins("03-01"), coins("03-10", revoked: "03-10"), coins("03-15"),
            coins("03-20", revoked: "03-10"),
        ]).folded()
        let credit = line.purchaseCredits().first
        #expect(credit?.revocations.map(\.at) == [on("03-10")])
    }

    @Test("A finish of any of its transaction ids finishes a purchase; a refunded one needs none")
    func unfinished() {
        var log = TestLog([
            .alone(tx(278, w: 9, "03-01", "04-01")),
            .alone(tx(4, w: 9, "03-01", "04-01", signed: "03-02")),
            .alone(tx(5, w: 10, "04-01", "05-01")),
            .alone(tx(6, w: 11, "05-01", "06-01", revoked: "05-10")),
        ])
        let ids = { (line: LineState, date: String) in
            line.unfinished(at: on(date)).map(\.transactionID?.bits)
        }
        #expect(ids(log.folded(), "03-10") == [4])
        #expect(ids(log.folded(), "05-05") == [4, 5, 6])
        log.host(.finish, at: "03-05") { $0.transactionID = StoreIdentifier(bits: 278) }
        #expect(ids(log.folded(), "03-04") == [4])
        #expect(ids(log.folded(), "05-11") == [5])
    }

    @Test("A row has the fields of the newest statement, also where that restates an old content")
    func rows() {
        let first = tx(1, w: 1, "03-01", "04-01")
        let second = tx(1, w: 1, "03-01", "04-11", signed: "03-10")
        let line = TestLog([
            .alone(first), .alone(second), .alone(first.signedAgain(on("03-20"))),
        ]).folded()
        #expect(line.purchaseRows().map(\.sequence) == [1])
        #expect(line.purchaseRows().map(\.signedDate) == [on("03-20")])
    }

    @Test("A period seen under two lines is the line's whose statement is signed first")
    func periodUnderTwoLines() {
        let claims = [UInt32(1), 2].compactMap { number -> PeriodClaim? in
            let signed = number == 1 ? "03-02" : "03-01"
            var state = LineState(line: LineNumber(number: number))
            var fields = tx(UInt64(number), w: 5, "03-01", "04-01", signed: signed).fields
            fields.originalTransactionID = StoreIdentifier(bits: UInt64(number))
            state.apply(fields, sequence: UInt64(number))
            return state.periodClaims.first
        }
        #expect(PeriodClaim.holder(of: claims)?.line == LineNumber(number: 2))
        #expect(
            Anomaly.periodConflicts(among: claims)
                == [
                    Anomaly(
                        sequence: 1,
                        detail: .periodOfAnotherLine(holder: StoreIdentifier(bits: 2)))
                ])
        let line = TestLog([.alone(tx(1, w: 5, "03-01", "04-01"))]).folded()
        let foreign: Set<PurchaseKey> = [
            PurchaseKey(kind: .period, identifier: StoreIdentifier(bits: 9005))
        ]
        #expect(line.purchaseRows(excluding: foreign).isEmpty)
        #expect(line.purchaseCredits(excluding: foreign).isEmpty)
        #expect(line.purchaseCredits().count == 1)
    }

    @Test("A line item that is absent or 0 leaves the transaction id as the key of a period")
    func keys() {
        for lineItem in [nil, UInt64(0)] {
            var fields = tx(3, w: nil, "03-01", "04-01").fields
            fields.webOrderLineItemID = lineItem.map { StoreIdentifier(bits: $0) }
            let key = PurchaseKey(fields)
            #expect(key == PurchaseKey(kind: .periodWithoutLineItem, identifier: .init(bits: 3)))
        }
        var nameless = tx(3, w: nil, "03-01", "04-01").fields
        nameless.transactionID = nil
        #expect(PurchaseKey(nameless) == nil)
    }
}
