/// Why a catalog was refused, and where.
///
/// A catalog comes from an operator, so the error names the place to look at: the path of keys and
/// indexes in the file.
public struct CatalogError: Error, Hashable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: Sendable, Hashable {
        /// The file is longer than `bytes`.
        case tooLarge(bytes: Int)
        /// Objects and arrays nest deeper than `levels`.
        case tooDeep(levels: Int)
        /// The file is not JSON.
        case notJSON
        /// A key that no catalog has; most often a typing error.
        case unknownKey
        /// A key that stands twice in one object.
        case repeatedKey
        /// A key that must be there is not.
        case missingKey
        /// The value is of another kind; `expected` says which is wanted.
        case wrongKind(expected: String)
        /// The value cannot be used; `expected` says what can.
        case badValue(expected: String)
        /// The same product, group, entitlement or currency a second time.
        case duplicate(String)
        /// There are more than `limit`.
        case tooMany(limit: Int)
        /// The key has no meaning for a product of this type.
        case notForThisType(ProductType)
        /// A worth was given for a product that the file does not have.
        case unknownProduct(String)
    }

    /// Where: keys and indexes from the top of the file, such as `products[3].level`; empty for
    /// the file as a whole.
    public let path: String
    /// What is wrong there.
    public let reason: Reason

    /// One sentence that says what is wrong and what to do.
    public var description: String {
        let place = path.isEmpty ? "The catalog" : "Catalog, \(path)"
        return "\(place): \(advice)."
    }

    private var advice: String {
        switch reason {
        case .tooLarge(let bytes): "longer than \(bytes) bytes; remove what is no catalog data"
        case .tooDeep(let levels): "nested deeper than \(levels) levels; a catalog needs five"
        case .notJSON: "not JSON; give Xcode's .storekit file or the ledger's own catalog JSON"
        case .unknownKey: "no such key; correct its spelling or remove it"
        case .repeatedKey: "the key stands twice in one object; keep one"
        case .missingKey: "the key is missing; add it"
        case .wrongKind(let expected): "must be \(expected)"
        case .badValue(let expected): "must be \(expected)"
        case .duplicate(let name): "\(name) stands here a second time; keep one"
        case .tooMany(let limit): "more than \(limit); remove some"
        case .notForThisType(let type):
            "has no meaning for a product of type \(type.rawValue); remove it or correct the type"
        case .unknownProduct(let name): "the file has no product \(name); correct the product id"
        }
    }
}
