import Testing

@testable import Ledger

@Suite("Catalogs that are refused")
struct CatalogErrorTests {
    private static func product(_ members: String) -> String {
        #"{"products":[{"productId":"a","# + members + "}]}"
    }

    @Test(
        "The error names the place and the reason",
        arguments: [
            (#"{}"#, "products", .missingKey),
            (#"{"products":[],"grace":"P1D"}"#, "grace", .unknownKey),
            (#"{"products":[],"products":[]}"#, "products", .repeatedKey),
            (
                #"{"products":[{"productId":"b","type":"Consumable"},{"level":1,"level":2}]}"#,
                "products[1].level", .repeatedKey
            ),
            (
                #"{"products":[],"groups":[{"name":"x"}]}"#,
                "groups[0].subscriptionGroupIdentifier", .missingKey
            ),
            (
                #"{"products":[],"groups":[{"subscriptionGroupIdentifier":"G","nme":"x"}]}"#,
                "groups[0].nme", .unknownKey
            ),
            (
                product(#""type":"Consumable","entitlments":[]"#),
                "products[0].entitlments", .unknownKey
            ),
            (
                product(#""type":"Consumable","level":1"#),
                "products[0].level", .notForThisType(.consumable)
            ),
            (
                product(#""type":"Consumable","entitlements":["pro"]"#),
                "products[0].entitlements", .notForThisType(.consumable)
            ),
            (
                product(#""type":"Consumable","duration":"P1D""#),
                "products[0].duration", .notForThisType(.consumable)
            ),
            (
                product(#""type":"Auto-Renewable Subscription","credits":[]"#),
                "products[0].credits", .notForThisType(.autoRenewable)
            ),
            (
                product(#""type":"Non-Consumable","entitlements":["x","x"]"#),
                "products[0].entitlements[1]", .duplicate("x")
            ),
            (
                product(#""type":"Consumable","credits":[{"amount":1}]"#),
                "products[0].credits[0].currency", .missingKey
            ),
            (
                product(#""type":"Consumable","credits":[{"currency":"c"}]"#),
                "products[0].credits[0].amount", .missingKey
            ),
            (
                product(
                    #""type":"Consumable","credits":[{"currency":"c","amount":1,"expireWithPeriod":true}]"#
                ),
                "products[0].credits[0].expireWithPeriod", .unknownKey
            ),
            (
                product(
                    #""type":"Consumable","credits":[{"currency":"c","amount":1},{"currency":"c","amount":2}]"#
                ),
                "products[0].credits", .duplicate("c")
            ),
            (
                #"{"products":[{"productId":"a","type":"Consumable"},{"productId":"a","type":"Consumable"}]}"#,
                "products[1].productId", .duplicate("a")
            ),
            (#"{"products":[],"paidApp":{"entitlements":[]}}"#, "paidApp.before", .missingKey),
            (
                #"{"products":[],"paidApp":{"before":"2026-01-01"}}"#,
                "paidApp.entitlements", .missingKey
            ),
        ] as [(String, String, CatalogError.Reason)])
    func placeAndReason(text: String, path: String, reason: CatalogError.Reason) {
        let error = #expect(throws: CatalogError.self) { try CatalogImport(text: text) }
        #expect(error?.path == path)
        #expect(error?.reason == reason)
        #expect(error?.description.contains(path) == true)
    }

    @Test(
        "A value of the wrong kind, or out of range, is refused at its path",
        arguments: [
            (product(#""type":"Consumables""#), "products[0].type"),
            (product(#""type":7"#), "products[0].type"),
            (product(#""type":"Auto-Renewable Subscription","level":0"#), "products[0].level"),
            (product(#""type":"Auto-Renewable Subscription","level":1.5"#), "products[0].level"),
            (product(#""type":"Auto-Renewable Subscription","level":"1""#), "products[0].level"),
            (product(#""type":"Auto-Renewable Subscription","level":true"#), "products[0].level"),
            (
                product(#""type":"Auto-Renewable Subscription","level":99999999999"#),
                "products[0].level"
            ),
            (product(#""type":"Auto-Renewable Subscription","level":1e30"#), "products[0].level"),
            (product(#""type":"Non-Consumable","entitlements":null"#), "products[0].entitlements"),
            (
                product(#""type":"Non-Consumable","entitlements":"pro""#),
                "products[0].entitlements"
            ),
            (
                product(#""type":"Non-Consumable","entitlements":["pro "]"#),
                "products[0].entitlements[0]"
            ),
            (
                product(#""type":"Non-Consumable","entitlements":[""]"#),
                "products[0].entitlements[0]"
            ),
            (
                product(#""type":"Non-Consumable","entitlements":["a\nb"]"#),
                "products[0].entitlements[0]"
            ),
            (
                product(#""type":"Consumable","credits":[{"currency":"c","amount":-1}]"#),
                "products[0].credits[0].amount"
            ),
            (
                product(
                    #""type":"Consumable","credits":[{"currency":"c","amount":1000000000001}]"#),
                "products[0].credits[0].amount"
            ),
            (
                product(#""type":"Consumable","credits":[{"currency":"c","amount":0.5}]"#),
                "products[0].credits[0].amount"
            ),
            (product(#""type":"Consumable","credits":{}"#), "products[0].credits[0]"),
            (
                product(#""type":"Non-Renewing Subscription","duration":"90""#),
                "products[0].duration"
            ),
            (#"{"products":[],"gracePeriod":"16D"}"#, "gracePeriod"),
            (#"{"products":[],"paidApp":{"before":"soon","entitlements":[]}}"#, "paidApp.before"),
            (
                #"{"products":[],"paidApp":{"before":"2026-01-01","platforms":[],"entitlements":[]}}"#,
                "paidApp.platforms"
            ),
            (#"[]"#, ""), (#""x""#, ""), (#"1"#, ""),
        ])
    func wrongValues(text: String, path: String) {
        let error = #expect(throws: CatalogError.self) { try CatalogImport(text: text) }
        #expect(error?.path == path)
    }

    @Test(
        "What is not JSON is refused",
        arguments: [
            "", " ", "{", "}", "{]", "{\"products\":[],}",
            "{\"products\":[,]}", "{\"products\":[]} x", "\u{0}", "<plist/>", "{\"products\" []}",
        ])
    func notJSON(text: String) {
        let error = #expect(throws: CatalogError.self) { try CatalogImport(text: text) }
        #expect(error?.reason == .notJSON)
    }

    @Test("Limits are kept: 4 MiB, 32 levels, 10,000 products, 255 bytes")
    func limits() throws {
        func nested(_ depth: Int) -> String {
            let open = String(repeating: "[", count: depth - 1)
            let close = String(repeating: "]", count: depth - 1)
            return #"{"version":{},"x":"# + open + close + "}"
        }
        #expect(try CatalogImport(text: nested(32)).catalog.products.isEmpty)
        let deep = #expect(throws: CatalogError.self) { try CatalogImport(text: nested(33)) }
        #expect(deep?.reason == .tooDeep(levels: 32))
        #expect(throws: CatalogError.self) { try CatalogImport(text: nested(1_000_000)) }

        let limit = CatalogLimits.fileLengthBytes
        let frame = #"{"products":[]}"#
        let padding = String(repeating: " ", count: limit - frame.utf8.count)
        #expect(try CatalogImport(text: frame + padding).catalog.products.isEmpty)
        let long = #expect(throws: CatalogError.self) {
            try CatalogImport(text: frame + padding + " ")
        }
        #expect(long?.reason == .tooLarge(bytes: limit))

        func products(_ count: Int) -> [CatalogProduct] {
            (0..<count).map { CatalogProduct(productID: "p\($0)", type: .consumable) }
        }
        #expect(try Catalog(products: products(10_000)).products.count == 10_000)
        #expect(throws: CatalogError.self) { try Catalog(products: products(10_001)) }

        func named(_ length: Int) -> CatalogProduct {
            CatalogProduct(
                productID: String(repeating: "a", count: length), type: .consumable)
        }
        #expect(try Catalog(products: [named(255)]).products.count == 1)
        #expect(throws: CatalogError.self) { try Catalog(products: [named(256)]) }
    }

    @Test("Every prefix of a catalog is refused")
    func prefixes() throws {
        let bytes = try CatalogImport(text: exampleCatalogText).catalog.json
        for length in 0..<(bytes.count - 1) {
            #expect(throws: CatalogError.self) { try CatalogImport(Array(bytes[..<length])) }
        }
    }

    @Test("A catalog with one byte changed is refused or read; what is read is written stably")
    func changedBytes() throws {
        let bytes = try CatalogImport(text: exampleCatalogText).catalog.json
        var random = SeededGenerator(seed: 23)
        var refused = 0
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= UInt8.random(in: 1...255, using: &random)
            guard let catalog = try? CatalogImport(changed).catalog else {
                refused += 1
                continue
            }
            let written = catalog.json
            #expect(try CatalogImport(written).catalog.json == written, "byte \(index)")
        }
        #expect(refused > bytes.count / 2)
    }
}
