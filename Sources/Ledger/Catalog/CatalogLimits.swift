/// What a catalog may hold at most.
///
/// All are far above what the App Store allows to be sold.
enum CatalogLimits {
    /// The file, in bytes.
    static let fileLengthBytes = 4 * 1_024 * 1_024
    /// Objects and arrays inside one another.
    static let nestingDepthLevels = 32
    /// Products, and groups as well.
    static let productCount = 10_000
    /// Entitlements, or credits, of one product.
    static let worthCount = 100
    /// Product ids, group ids, entitlements and currencies, in UTF-8 bytes.
    static let identifierLengthBytes = 255
    /// Names for people, in UTF-8 bytes.
    static let nameLengthBytes = 1_024
    /// Units of a currency that one purchase of one unit is worth.
    static let creditAmountUnits: Int64 = 1_000_000_000_000
    /// The lowest service; 1 is the highest.
    static let levelNumber: Int32 = 10_000
}
