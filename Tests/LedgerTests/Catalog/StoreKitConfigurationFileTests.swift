import Testing

@testable import Ledger

@Suite("Xcode's StoreKit configuration files")
struct StoreKitConfigurationFileTests {
    @Test("The table of expected counts names 48 files, 36 of them copied here")
    func tableIsRead() {
        #expect(StoreKitFixture.all.count == 48)
        #expect(StoreKitFixture.copied.count == 36)
    }

    @Test("A file written by Xcode is read whole", arguments: StoreKitFixture.copied)
    func copied(fixture: StoreKitFixture) throws {
        let file = try #require(
            StoreKitFixture.contents(of: fixture, in: StoreKitFixture.folder))
        try check(file, fixture)
    }

    @Test(
        "A file that may not be copied is read whole",
        .enabled(if: StoreKitFixture.corpus != nil), arguments: StoreKitFixture.elsewhere)
    func elsewhere(fixture: StoreKitFixture) throws {
        let folder = try #require(StoreKitFixture.corpus)
        let file = try #require(StoreKitFixture.contents(of: fixture, in: folder))
        try check(file, fixture)
    }

    private func check(_ file: [UInt8], _ fixture: StoreKitFixture) throws {
        let read = try CatalogImport(file)
        let products = read.catalog.products
        func count(_ type: ProductType) -> Int { products.count { $0.type == type } }
        #expect(read.source == .storeKitConfiguration)
        #expect(count(.consumable) == fixture.consumables)
        #expect(count(.nonConsumable) == fixture.nonConsumables)
        #expect(count(.nonRenewable) == fixture.nonRenewing)
        #expect(count(.autoRenewable) == fixture.subscriptions)
        #expect(read.notes.count == fixture.nonRenewing)

        let subscriptions = products.filter { $0.type == .autoRenewable }
        #expect(Set(subscriptions.map(\.subscriptionGroupID)).count == fixture.groups)
        #expect(subscriptions.allSatisfy { $0.level != nil && $0.subscriptionGroupID != nil })
        let periods = Set(subscriptions.compactMap(\.subscriptionPeriod?.iso8601))
        #expect(periods.sorted().joined(separator: "/") == fixture.periods)

        let again = try CatalogImport(read.catalog.json)
        #expect(again.source == .ledger)
        #expect(again.catalog == read.catalog)
        #expect(again.catalog.json == read.catalog.json)
    }

    @Test("Levels are Xcode's group numbers, and names come along")
    func levels() throws {
        let name = "apple__sample-backyard-birds__Store.storekit"
        let fixture = try #require(StoreKitFixture.all.first { $0.file == name })
        let file = try #require(
            StoreKitFixture.contents(of: fixture, in: StoreKitFixture.folder))
        let catalog = try CatalogImport(file).catalog
        let levels = catalog.products.compactMap(\.level)
        #expect(levels.sorted() == [1, 2, 3])
        #expect(catalog.groups.count == 1)
        #expect(catalog.products.allSatisfy { $0.name != nil && $0.entitlements == nil })
    }

    @Test("Subscriptions at the top level are read as those of a group are")
    func topLevelSubscriptions() throws {
        let text = """
            { "version": { "major": 3, "minor": 0 }, "products": [], "subscriptionGroups": [],
              "subscriptions": [ { "productID": "a", "type": "RecurringSubscription",
                "subscriptionGroupID": "G", "groupNumber": 2, "referenceName": null,
                "recurringSubscriptionPeriod": "P1W", "introductoryOffer": null } ] }
            """
        let product = try #require(try CatalogImport(text: text).catalog.products.first)
        #expect(product.level == 2)
        #expect(product.subscriptionGroupID == "G")
        #expect(product.subscriptionPeriod?.iso8601 == "P1W")
    }

    @Test("What a catalog has no place for is noted")
    func notes() throws {
        let text = """
            { "version": { "major": 6, "minor": 3 },
              "settings": { "_billingGracePeriodEnabled": true },
              "subscriptionSuiteGroups": [ { "id": "S" } ],
              "nonRenewingSubscriptions": [
                { "productID": "season", "type": "NonRenewingSubscription" } ] }
            """
        let read = try CatalogImport(text: text)
        #expect(read.catalog.gracePeriod == nil)
        #expect(read.notes.count == 3)
        #expect(read.notes.contains { $0.hasPrefix("season ") })
        #expect(read.notes.contains { $0.contains("grace period") })
        #expect(read.notes.contains { $0.hasPrefix("subscriptionSuiteGroups: 1 ") })
    }

    @Test(
        "A broken file is refused with the path",
        arguments: [
            (#"{"version":{},"products":[{"type":"Consumable"}]}"#, "products[0].productID"),
            (#"{"version":{},"products":[{"productID":"a"}]}"#, "products[0].type"),
            (#"{"version":{},"products":[{"productID":"a","type":"X"}]}"#, "products[0].type"),
            (#"{"version":{},"products":{}}"#, "products[0]"),
            (#"{"version":{},"products":[3]}"#, "products[0]"),
            (#"{"version":{},"settings":[]}"#, "settings"),
            (#"{"version":{},"subscriptionGroups":[{"name":"x"}]}"#, "subscriptionGroups[0].id"),
        ])
    func broken(text: String, path: String) {
        let error = #expect(throws: CatalogError.self) { try CatalogImport(text: text) }
        #expect(error?.path == path)
    }
}
