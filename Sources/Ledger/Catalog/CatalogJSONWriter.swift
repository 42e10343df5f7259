/// Writes the parts of a catalog as JSON, each in one form only.
enum CatalogJSONWriter {
    static func list(_ key: String, _ elements: [String]) -> String {
        guard !elements.isEmpty else { return "  \"\(key)\": []" }
        return "  \"\(key)\": [\n    \(elements.joined(separator: ",\n    "))\n  ]"
    }

    static func group(_ group: CatalogGroup) -> String {
        object([
            ("subscriptionGroupIdentifier", quoted(group.id)),
            ("name", group.name.map(quoted)),
        ])
    }

    static func product(_ product: CatalogProduct) -> String {
        object([
            ("productId", quoted(product.productID)),
            ("type", quoted(product.type.rawValue)),
            ("name", product.name.map(quoted)),
            ("subscriptionGroupIdentifier", product.subscriptionGroupID.map(quoted)),
            ("level", product.level.map(String.init)),
            ("subscriptionPeriod", product.subscriptionPeriod.map { quoted($0.iso8601) }),
            ("duration", product.duration.map { quoted($0.iso8601) }),
            ("entitlements", product.entitlements.map { array($0.map(quoted)) }),
            (
                "creditsPerPeriod",
                product.creditsPerPeriod.isEmpty
                    ? nil : array(product.creditsPerPeriod.map { credit($0, ofPeriod: true) })
            ),
            ("credits", product.credits.map { array($0.map { credit($0, ofPeriod: false) }) }),
        ])
    }

    static func paidApp(_ paidApp: CatalogPaidApp) -> String {
        object([
            ("before", quoted(paidApp.before.iso8601)),
            ("platforms", paidApp.platforms.map { array($0.map { quoted($0.rawValue) }) }),
            ("entitlements", array(paidApp.entitlements.map(quoted))),
        ])
    }

    private static func credit(_ credit: CatalogCredit, ofPeriod: Bool) -> String {
        object([
            ("currency", quoted(credit.currency)),
            ("amount", String(credit.amount)),
            ("expireWithPeriod", ofPeriod ? String(credit.expiresWithPeriod) : nil),
        ])
    }

    /// Members without a value are left out.
    private static func object(_ members: [(key: String, value: String?)]) -> String {
        let written = members.compactMap { key, value in value.map { "\"\(key)\": \($0)" } }
        return "{ \(written.joined(separator: ", ")) }"
    }

    private static func array(_ elements: [String]) -> String {
        "[\(elements.joined(separator: ", "))]"
    }

    /// A JSON text.
    ///
    /// Only what must be escaped is, so that every text has one form.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\0"..<" ":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
