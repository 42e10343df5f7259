import Testing

@testable import Ledger

@Suite("Catalogs over time")
struct CatalogTimelineTests {
    private func day(_ day: Int64) -> Instant {
        Instant(millisecondsSince1970: day * Instant.millisecondsPerDay)
    }

    private func version(
        _ day: Int64, _ sequence: UInt64, grace: String? = nil, _ products: [CatalogProduct]
    ) throws -> CatalogVersion {
        CatalogVersion(
            effective: self.day(day), sequence: sequence,
            catalog: try Catalog(
                gracePeriod: grace.flatMap(CalendarPeriod.init(iso8601:)), products: products))
    }

    private func coins(_ amount: Int64) -> CatalogProduct {
        CatalogProduct(
            productID: "coins", type: .consumable,
            credits: [CatalogCredit(currency: "c", amount: amount)])
    }

    @Test("The first version holds for all time before it, later ones from their instant")
    func versions() throws {
        let timeline = CatalogTimeline([
            try version(10, 1, [coins(100)]), try version(20, 2, [coins(120)]),
        ])
        for (at, amount) in [(-9_999, 100), (10, 100), (19, 100), (20, 120), (9_999, 120)] {
            let worth = timeline.worth(of: "coins", purchasedAt: day(Int64(at)))
            #expect(worth.map(\.amount) == [Int64(amount)])
        }
        let justBefore = day(20).advanced(byMilliseconds: -1)
        #expect(timeline.worth(of: "coins", purchasedAt: justBefore).map(\.amount) == [100])
        #expect(timeline.worth(of: "coins", purchasedAt: .distantPast).map(\.amount) == [100])
        #expect(timeline.worth(of: "coins", purchasedAt: .distantFuture).map(\.amount) == [120])
    }

    @Test("At one instant the version recorded last holds")
    func sameInstant() throws {
        let timeline = CatalogTimeline([
            try version(10, 3, [coins(3)]), try version(10, 1, [coins(1)]),
            try version(10, 2, [coins(2)]),
        ])
        #expect(timeline.worth(of: "coins", purchasedAt: day(10)).map(\.amount) == [3])
        // The first version of the earliest instant holds before it.
        #expect(timeline.worth(of: "coins", purchasedAt: day(9)).map(\.amount) == [1])
    }

    @Test("A product left out keeps its last definition; an empty list ends it")
    func leftOut() throws {
        let pro = CatalogProduct(productID: "pro", type: .nonConsumable)
        var ended = pro
        ended.entitlements = []
        let timeline = CatalogTimeline([
            try version(10, 1, [pro]), try version(20, 2, [coins(1)]),
            try version(30, 3, [ended]),
        ])
        #expect(timeline.entitlements(of: "pro", at: day(25)) == ["pro"])
        #expect(timeline.entitlements(of: "pro", at: day(30)) == [])
        // Named first by the second version, it holds for all time before it.
        #expect(timeline.definition(of: "coins", at: day(0)) == coins(1))
    }

    @Test("A product that no catalog names grants nothing and is worth nothing")
    func unknownProduct() throws {
        let timeline = CatalogTimeline([try version(10, 1, [coins(1)])])
        #expect(timeline.definition(of: "other", at: day(10)) == nil)
        #expect(timeline.entitlements(of: "other", at: day(10)).isEmpty)
        #expect(timeline.worth(of: "other", purchasedAt: day(10)).isEmpty)
        #expect(timeline.level(of: "other", at: day(10)) == nil)
        #expect(timeline.duration(of: "other", purchasedAt: day(10)) == nil)
        #expect(CatalogTimeline().gracePeriod(at: day(10)) == nil)
    }

    @Test("Levels, names and the grace period follow the version of the instant")
    func settings() throws {
        func catalog(_ level: Int32, _ name: String, _ grace: String) throws -> Catalog {
            try Catalog(
                gracePeriod: CalendarPeriod(iso8601: grace),
                groups: [CatalogGroup(id: "G", name: name)],
                products: [
                    CatalogProduct(
                        productID: "p", type: .autoRenewable, subscriptionGroupID: "G",
                        level: level)
                ])
        }
        let timeline = CatalogTimeline([
            CatalogVersion(
                effective: day(10), sequence: 1, catalog: try catalog(1, "One", "P16D")),
            CatalogVersion(
                effective: day(20), sequence: 2, catalog: try catalog(2, "Two", "P3D")),
            try version(30, 3, []),
        ])
        #expect([5, 10, 20, 30].map { timeline.level(of: "p", at: day($0)) } == [1, 1, 2, 2])
        #expect(
            [5, 10, 20, 30].map { timeline.groupName(of: "G", at: day($0)) }
                == ["One", "One", "Two", "Two"])
        #expect(
            [5, 10, 20, 30].map { timeline.gracePeriod(at: day($0))?.iso8601 }
                == ["P16D", "P16D", "P3D", nil])
    }

    @Test("The catalog in effect names products that a later import left out")
    func catalogInEffect() throws {
        let example = try CatalogImport(text: exampleCatalogText).catalog
        var timeline = CatalogTimeline([
            CatalogVersion(effective: day(10), sequence: 1, catalog: example)
        ])
        #expect(timeline.catalog(at: day(10)) == example)
        timeline.insert(try version(20, 2, grace: "P3D", [coins(7)]))
        let later = timeline.catalog(at: day(20))
        #expect(later.products.count == example.products.count + 1)
        #expect(later.gracePeriod?.iso8601 == "P3D")
        #expect(later.paidApp == nil)
        #expect(later.groups == example.groups)
        #expect(try CatalogImport(later.json).catalog == later)
        #expect(CatalogTimeline().catalog(at: day(1)).products.isEmpty)
    }

    @Test("Any order of the imports gives the same answers", arguments: 1...5)
    func orderDoesNotMatter(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var versions: [CatalogVersion] = []
        for sequence in 1...12 {
            var products: [CatalogProduct] = []
            for id in ["a", "b", "c"] where Bool.random(using: &random) {
                products.append(
                    CatalogProduct(
                        productID: id, type: .consumable,
                        credits: [CatalogCredit(currency: "c", amount: Int64(sequence))]))
            }
            versions.append(
                try version(.random(in: 0...6, using: &random), UInt64(sequence), products))
        }
        let expected = CatalogTimeline(versions)
        for _ in 0..<20 {
            let timeline = CatalogTimeline(versions.shuffled(using: &random))
            #expect(timeline == expected)
        }
        for at in -1...8 {
            for id in ["a", "b", "c"] {
                #expect(
                    expected.definition(of: id, at: day(Int64(at)))
                        == slowDefinition(of: id, at: day(Int64(at)), versions))
            }
        }
    }

    /// The rule word for word: the last version up to the instant that names the product, else the
    /// first one that does.
    private func slowDefinition(
        of id: String, at instant: Instant, _ versions: [CatalogVersion]
    ) -> CatalogProduct? {
        let naming =
            versions
            .sorted { ($0.effective, $0.sequence) < ($1.effective, $1.sequence) }
            .compactMap { version in
                version.catalog.products.first { $0.productID == id }
                    .map { (version.effective, $0) }
            }
        return (naming.last { $0.0 <= instant } ?? naming.first)?.1
    }
}
