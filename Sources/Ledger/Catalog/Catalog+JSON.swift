extension Catalog {
    /// The ledger's own catalog JSON, to be stored, edited and read again.
    ///
    /// Deterministic: equal catalogs give equal bytes. Keys come in one order, groups and products
    /// sorted by id, each on a line of its own.
    ///
    /// - Complexity: O(*n*) in the number of products.
    public var json: [UInt8] {
        var members: [String] = []
        if let gracePeriod {
            members.append("  \"gracePeriod\": \(CatalogJSONWriter.quoted(gracePeriod.iso8601))")
        }
        members.append(CatalogJSONWriter.list("groups", groups.map(CatalogJSONWriter.group)))
        members.append(CatalogJSONWriter.list("products", products.map(CatalogJSONWriter.product)))
        if let paidApp {
            members.append("  \"paidApp\": \(CatalogJSONWriter.paidApp(paidApp))")
        }
        return Array("{\n\(members.joined(separator: ",\n"))\n}\n".utf8)
    }
}
