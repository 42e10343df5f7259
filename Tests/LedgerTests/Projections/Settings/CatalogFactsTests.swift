import Testing

@testable import Ledger

@Suite("Catalogs in symbols")
struct CatalogFactsTests {
    /// Two imports: the second changes one product, leaves one out and ends the grace period.
    private func versions() throws -> [CatalogVersion] {
        let monthly = CatalogProduct(
            productID: "monthly", type: .autoRenewable, subscriptionGroupID: "g", level: 2,
            subscriptionPeriod: CalendarPeriod(iso8601: "P7D"), entitlements: ["pro", "extra"])
        let season = CatalogProduct(
            productID: "season", type: .nonRenewable, duration: CalendarPeriod(iso8601: "P90D"))
        var changed = monthly
        changed.level = 1
        changed.entitlements = []
        return [
            CatalogVersion(
                effective: on("03-10"), sequence: 1,
                catalog: try Catalog(
                    gracePeriod: CalendarPeriod(iso8601: "P16D"), products: [monthly, season])),
            CatalogVersion(
                effective: on("03-20"), sequence: 2, catalog: try Catalog(products: [changed])),
        ]
    }

    @Test("Answers are those of the timeline at every instant, in any order of imports")
    func sameAsTimeline() throws {
        let versions = try versions()
        let timeline = CatalogTimeline(versions)
        var texts: [String] = ["none"]
        func symbol(_ text: String) -> Symbol {
            if let known = BuiltInSymbols.numbers[text] { return Symbol(number: known) }
            if !texts.contains(text) { texts.append(text) }
            return Symbol(number: 5000 + UInt32(texts.firstIndex(of: text) ?? 0))
        }
        for order in [versions, versions.reversed()] {
            var facts = CatalogFacts()
            for version in order {
                facts.insert(
                    version.catalog, effective: version.effective, sequence: version.sequence,
                    symbol: symbol)
            }
            for instant in [on("03-01"), on("03-10"), on("03-20").before, on("03-20")] {
                for product in ["monthly", "season", "unknown"] {
                    let ours = facts.product(symbol(product), at: instant)
                    let theirs = timeline.definition(of: product, at: instant)
                    #expect(ours == theirs.map { ProductFacts($0, symbol: symbol) })
                    #expect(
                        facts.entitlements(of: symbol(product), at: instant)
                            == ours?.entitlements ?? [])
                    #expect(facts.level(of: symbol(product), at: instant) == ours?.level)
                }
                #expect(facts.gracePeriod(at: instant) == timeline.gracePeriod(at: instant))
            }
            #expect(facts.product(symbol("monthly"), at: on("03-10"))?.isWeekly == true)
            #expect(
                facts.product(symbol("season"), at: on("03-10"))?.type == BuiltInSymbols.nonRenewing
            )
        }
    }
}
