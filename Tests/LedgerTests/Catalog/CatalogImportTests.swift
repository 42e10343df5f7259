import Testing

@testable import Ledger

@Suite("The ledger's own catalog JSON")
struct CatalogImportTests {
    @Test("Every key of the example is read")
    func example() throws {
        let read = try CatalogImport(text: exampleCatalogText)
        let catalog = read.catalog
        #expect(read.source == .ledger)
        #expect(read.notes.isEmpty)
        #expect(catalog.gracePeriod?.iso8601 == "P16D")
        #expect(catalog.groups == [CatalogGroup(id: "G1", name: "Pro")])
        let coins = CatalogCredit(currency: "coins", amount: 500, expiresWithPeriod: true)
        #expect(
            catalog.products == [
                CatalogProduct(
                    productID: "coins.100", type: .consumable,
                    credits: [CatalogCredit(currency: "coins", amount: 100)]),
                CatalogProduct(
                    productID: "pro.lifetime", type: .nonConsumable, entitlements: ["pro"]),
                CatalogProduct(
                    productID: "pro.monthly", type: .autoRenewable, subscriptionGroupID: "G1",
                    level: 2, entitlements: ["pro"], creditsPerPeriod: [coins]),
                CatalogProduct(
                    productID: "season.90", type: .nonRenewable,
                    duration: CalendarPeriod(iso8601: "P90D"), entitlements: ["season"]),
            ])
        #expect(catalog.paidApp?.before == Instant(iso8601: "2026-01-01T00:00Z"))
        #expect(catalog.paidApp?.platforms == [.iOS])
        #expect(catalog.paidApp?.entitlements == ["pro"])
    }

    @Test("A catalog is written in one form, and read back as it was")
    func canonicalForm() throws {
        let catalog = try CatalogImport(text: exampleCatalogText).catalog
        let expected = """
            {
              "gracePeriod": "P16D",
              "groups": [
                { "subscriptionGroupIdentifier": "G1", "name": "Pro" }
              ],
              "products": [
                { "productId": "coins.100", "type": "Consumable", "credits": [{ "currency": "coins", "amount": 100 }] },
                { "productId": "pro.lifetime", "type": "Non-Consumable", "entitlements": ["pro"] },
                { "productId": "pro.monthly", "type": "Auto-Renewable Subscription", "subscriptionGroupIdentifier": "G1", "level": 2, "entitlements": ["pro"], "creditsPerPeriod": [{ "currency": "coins", "amount": 500, "expireWithPeriod": true }] },
                { "productId": "season.90", "type": "Non-Renewing Subscription", "duration": "P90D", "entitlements": ["season"] }
              ],
              "paidApp": { "before": "2026-01-01T00:00:00.000Z", "platforms": ["iOS"], "entitlements": ["pro"] }
            }

            """
        #expect(String(decoding: catalog.json, as: UTF8.self) == expected)
        #expect(try CatalogImport(catalog.json).catalog == catalog)
    }

    @Test("The order of products, groups, entitlements and currencies does not matter")
    func orderDoesNotMatter() throws {
        var random = SeededGenerator(seed: 11)
        let products = ["b", "a", "é", "Z", "a.b"].map {
            CatalogProduct(
                productID: $0, type: .autoRenewable, entitlements: ["y", "x"],
                creditsPerPeriod: [
                    CatalogCredit(currency: "m", amount: 1, expiresWithPeriod: true),
                    CatalogCredit(currency: "m", amount: 2),
                    CatalogCredit(currency: "c", amount: 3),
                ])
        }
        let groups = ["2", "1"].map { CatalogGroup(id: $0) }
        let bytes = try Catalog(groups: groups, products: products).json
        for _ in 0..<20 {
            var shuffled = products.shuffled(using: &random)
            for index in shuffled.indices {
                shuffled[index].entitlements?.shuffle(using: &random)
                shuffled[index].creditsPerPeriod.shuffle(using: &random)
            }
            let catalog = try Catalog(
                groups: groups.shuffled(using: &random), products: shuffled)
            #expect(catalog.json == bytes)
        }
    }

    @Test("Texts with quotation marks, control characters and any script survive")
    func texts() throws {
        let name = "\"\\/\u{8}\u{1F}\n\t\r\u{7F}\u{2028}日本 👩‍👩‍👧 e\u{301}"
        let product = CatalogProduct(productID: "a\"\\b", type: .consumable, name: name)
        let catalog = try Catalog(products: [product])
        let again = try CatalogImport(catalog.json).catalog
        #expect(again == catalog)
        #expect(again.products.first?.name?.utf8.elementsEqual(name.utf8) == true)
    }

    @Test(
        "Brackets, commas and colons inside a text are no structure",
        arguments: [
            "\"" + String(repeating: "[", count: 40), "\",]", "\\", "\\\"{\"a\":1,\"a\":2,}",
            "{[,}]:",
            "a\":1,\"a\":2",
        ])
    func structureInTexts(name: String) throws {
        let products = ["p", "q"].map {
            CatalogProduct(productID: $0, type: .consumable, name: name)
        }
        let catalog = try Catalog(products: products)
        #expect(try CatalogImport(catalog.json).catalog == catalog)
    }

    @Test("Defaults: an entitlement of its own, one unit of a currency of its own, none if told")
    func defaults() throws {
        let text = """
            { "products": [
              { "productId": "life", "type": "Non-Consumable" },
              { "productId": "none", "type": "Non-Consumable", "entitlements": [] },
              { "productId": "gem", "type": "Consumable" },
              { "productId": "air", "type": "Consumable", "credits": [] },
              { "productId": "sub", "type": "Auto-Renewable Subscription" } ] }
            """
        let timeline = CatalogTimeline([
            CatalogVersion(
                effective: .distantPast, sequence: 1,
                catalog: try CatalogImport(text: text).catalog)
        ])
        let now = Instant(millisecondsSince1970: 0)
        #expect(timeline.entitlements(of: "life", at: now) == ["life"])
        #expect(timeline.entitlements(of: "none", at: now) == [])
        #expect(timeline.entitlements(of: "gem", at: now) == [])
        #expect(timeline.entitlements(of: "sub", at: now) == ["sub"])
        #expect(
            timeline.worth(of: "gem", purchasedAt: now)
                == [CatalogCredit(currency: "gem", amount: 1)])
        #expect(timeline.worth(of: "air", purchasedAt: now) == [])
        #expect(timeline.worth(of: "life", purchasedAt: now) == [])
        #expect(timeline.worth(of: "sub", purchasedAt: now) == [])
    }

    @Test("Worths given beside the file take the place of its own")
    func worths() throws {
        let catalog = try CatalogImport(
            text: exampleCatalogText,
            worths: [
                ProductWorth(parsing: "coins.100=gold:7"),
                ProductWorth(parsing: "coins.100=silver:x:9"),
                ProductWorth(parsing: "pro.monthly=coins:50"),
            ]
        ).catalog
        let worths = catalog.products.map(\.worth)
        #expect(
            worths[0] == [
                CatalogCredit(currency: "gold", amount: 7),
                CatalogCredit(currency: "silver:x", amount: 9),
            ])
        #expect(worths[2] == [CatalogCredit(currency: "coins", amount: 50)])
    }

    @Test(
        "A worth of another form, or of no product, is refused",
        arguments: ["", "a", "a=", "a=b", "a=b:", "a=b:x", "a:b=1", "a=b:1.5", "a=b:1", "=b:1"])
    func badWorths(text: String) {
        #expect(throws: CatalogError.self) {
            try CatalogImport(text: exampleCatalogText, worths: [ProductWorth(parsing: text)])
        }
    }

    @Test("A worth that a catalog may not have is refused", arguments: ["-1", "1000000000001"])
    func worthsOutOfRange(amount: String) throws {
        let worth = try ProductWorth(parsing: "coins.100=coins:\(amount)")
        #expect(throws: CatalogError.self) {
            try CatalogImport(text: exampleCatalogText, worths: [worth])
        }
    }

    @Test("A worth times a quantity is exact, or held at the end of the range")
    func quantities() {
        let credit = CatalogCredit(currency: "coins", amount: 1_000_000_000_000)
        #expect(credit.amount(quantity: 3) == 3_000_000_000_000)
        #expect(credit.amount(quantity: 0) == 0)
        #expect(credit.amount(quantity: .max) == .max)
        #expect(credit.amount(quantity: .min) == .min)
    }
}
