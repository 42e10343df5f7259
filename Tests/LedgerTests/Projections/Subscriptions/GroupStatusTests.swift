import Testing

@testable import Ledger

@Suite("Which line speaks for its group")
struct GroupStatusTests {
    private func status(
        _ id: UInt64, _ state: SubscriptionState, level: Int32?, ends: String
    ) -> LineStatus {
        let line = TestLog([.alone(tx(id, w: id, "03-01", "04-01"))]).folded()
        var status =
            line.status("03-10")
            ?? LineStatus(
                line, PurchaseKey(kind: .period, identifier: StoreIdentifier(bits: id)),
                PurchaseFacts(tx(id, w: id, "03-01", nil).fields, sequence: 0), .c1,
                at: on("03-10"))
        status.line = LineNumber(number: UInt32(id))
        status.originalTransactionID = StoreIdentifier(bits: id)
        status.state = state
        status.level = level
        status.expiresDate = on(ends)
        return status
    }

    @Test("R11: each comparison decides before the next", arguments: 0..<7)
    func order(_ index: Int) {
        let pairs: [(better: LineStatus, worse: LineStatus)] = [
            // Service before none.
            (
                status(2, .inGracePeriod, level: 3, ends: "04-01"),
                status(1, .inBillingRetryPeriod, level: 1, ends: "05-01")
            ),
            // The lowest level number is the highest service.
            (
                status(2, .inGracePeriod, level: 1, ends: "04-01"),
                status(1, .subscribed, level: 2, ends: "05-01")
            ),
            // Then subscribed before grace.
            (
                status(2, .subscribed, level: 1, ends: "04-01"),
                status(1, .inGracePeriod, level: 1, ends: "05-01")
            ),
            // Then the latest end.
            (
                status(2, .subscribed, level: 1, ends: "05-01"),
                status(1, .subscribed, level: 1, ends: "04-01")
            ),
            // Then the lowest id.
            (
                status(1, .subscribed, level: 1, ends: "05-01"),
                status(2, .subscribed, level: 1, ends: "05-01")
            ),
            // Without service: retry, revoked, expired.
            (
                status(2, .inBillingRetryPeriod, level: 3, ends: "04-01"),
                status(1, .revoked, level: 1, ends: "05-01")
            ),
            (
                status(2, .revoked, level: nil, ends: "04-01"),
                status(1, .expired, level: 1, ends: "05-01")
            ),
        ]
        let (better, worse) = pairs[index]
        for lines in [[better, worse], [worse, better]] {
            let groups = GroupStatus.groups(of: lines)
            #expect(groups.map(\.best) == [better])
            #expect(groups.first?.lines == [better, worse])
        }
    }

    @Test("Lines of different groups do not speak for each other")
    func separateGroups() {
        var other = status(2, .expired, level: 1, ends: "04-01")
        other.group = Name.other
        let groups = GroupStatus.groups(of: [
            status(1, .subscribed, level: 1, ends: "04-01"), other,
        ])
        #expect(groups.map(\.group) == [Name.group, Name.other])
        #expect(groups.map(\.best.state) == [.subscribed, .expired])
    }
}
