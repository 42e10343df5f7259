import Testing

@testable import Ledger

@Suite("Entitlements")
struct EntitlementTests {
    private func season(_ id: UInt64, _ start: String, revoked: String? = nil) -> LineState {
        let type = BuiltInSymbols.nonRenewing
        var arrivals: [Arrival] = [.alone(oneTime(id, Name.season, start, type: type))]
        if let revoked {
            arrivals.append(.alone(oneTime(id, Name.season, start, type: type, revoked: revoked)))
        }
        return TestLog(arrivals).folded()
    }

    @Test("P8: two purchases of a non-renewing subscription stack, or overlap where a host wants")
    func stacking() {
        let lines = [season(1, "01-01"), season(2, "01-11")]
        #expect(entitlements(lines, "01-20").first?.expiresDate == on("01-01").plus(days: 180))
        #expect(entitlements(lines, "01-20").first?.grants.count == 2)
        #expect(entitlements(lines, "01-05").first?.expiresDate == on("04-01"))
        #expect(entitlements(lines, "06-29").count == 1)
        #expect(entitlements(lines, "06-30").isEmpty)
        var policies = Policies()
        policies.nonRenewing = .overlap
        let end = entitlements(lines, "01-20", policies: policies).first?.expiresDate
        #expect(end == on("01-11").plus(days: 90))
    }

    @Test("P8: a refund takes its duration out of the stack, from the revocationDate only")
    func refundInStack() {
        let lines = [season(1, "01-01", revoked: "02-01"), season(2, "01-11")]
        let before = entitlements(lines, "01-31").first
        #expect(before?.expiresDate == on("01-01").plus(days: 180))
        let after = entitlements(lines, "02-01").first
        #expect(after?.expiresDate == on("01-11").plus(days: 90))
        #expect(after?.grants.map(\.transactionID) == [StoreIdentifier(bits: 2)])
        #expect(after?.grants.map(\.source) == [.nonRenewing])
    }

    @Test("P8: without a duration in the catalog nothing is granted, and an anomaly says so")
    func missingDuration() {
        let line = TestLog([
            .alone(oneTime(1, Name.other, "01-01", type: BuiltInSymbols.nonRenewing))
        ]).folded()
        #expect(entitlements([line], "01-02").isEmpty)
        #expect(anomalyKinds(line) == ["missingDuration"])
    }

    @Test("P9: a product that the catalog does not know grants nothing")
    func unknownProduct() {
        let line = TestLog([.alone(tx(1, w: 1, "03-01", "04-01", product: Name.other))]).folded()
        #expect(line.state("03-10") == .subscribed)
        #expect(entitlements([line], "03-10").isEmpty)
    }

    @Test("F24: a restored copy of a one-time purchase is the same purchase, from the first date")
    func restored() {
        let line = TestLog([
            .alone(oneTime(10, Name.proLifetime, "03-01")),
            .alone(oneTime(99, Name.proLifetime, "06-01", original: 10)),
        ]).folded()
        #expect(line.purchaseRows().count == 1)
        #expect(entitlements([line], "04-01").first?.grants.count == 1)
        #expect(line.purchaseCredits().map(\.purchaseDate) == [on("03-01")])
    }

    @Test("A non-consumable shared by the family is a grant of the family")
    func familyShared() {
        let line = TestLog([.alone(oneTime(1, Name.proLifetime, "03-01", family: true))]).folded()
        #expect(entitlements([line], "03-02").first?.grants.map(\.source) == [.family])
    }

    @Test("P6: a host grant begins, ends and is taken back at its own instants")
    func hostGrants() {
        var host = HostGrants()
        var grant = EventFields(kind: .grant, recordedAt: on("03-01"), effectiveAt: on("03-05"))
        grant.entitlement = Name.pro
        grant.until = on("05-01")
        host.apply(grant, sequence: 4)
        var end = EventFields(kind: .grantEnd, recordedAt: on("04-01"), effectiveAt: on("04-01"))
        end.reversedSequence = 4
        host.apply(end, sequence: 5)
        #expect(host.active(at: on("03-05").before).isEmpty)
        #expect(host.active(at: on("03-05")).map(\.expiresDate) == [on("05-01")])
        #expect(host.active(at: on("04-01").before).count == 1)
        #expect(host.active(at: on("04-01")).isEmpty)
    }

    @Test("R14: entitlements follow the catalog at T, and the first version holds before itself")
    func catalogVersions() {
        var catalog = CatalogFacts()
        catalog.insert(
            ProductFacts(entitlements: [Name.pro]), for: Name.proMonthly, effective: on("03-10"),
            sequence: 1)
        catalog.insert(
            ProductFacts(entitlements: []), for: Name.proMonthly, effective: on("03-20"),
            sequence: 2)
        let line = TestLog([.alone(tx(1, w: 1, "03-01", "04-01"))]).folded()
        #expect(entitlements([line], "03-05", catalog: catalog).count == 1)
        #expect(entitlements([line], "03-20", catalog: catalog).isEmpty)
    }
}
