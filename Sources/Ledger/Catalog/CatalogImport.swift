internal import Foundation

/// A catalog read from a file.
public struct CatalogImport: Sendable, Hashable {
    /// What kind of file a catalog came from.
    public enum Source: Sendable, Hashable {
        /// The ledger's own catalog JSON.
        case ledger
        /// Xcode's StoreKit configuration.
        case storeKitConfiguration
    }

    /// The catalog.
    public let catalog: Catalog
    /// The kind of file, found out from its keys.
    public let source: Source
    /// What the file has that the catalog has not, one sentence each.
    public let notes: [String]

    /// Reads the ledger's own catalog JSON or Xcode's `.storekit` file.
    ///
    /// - Parameters:
    ///   - file: the bytes of the file.
    ///   - worths: what products are worth, in place of what the file says of them.
    /// - Throws: ``CatalogError`` with the path of what is wrong.
    /// - Complexity: O(*n* log *n*) in the length of the file, which is limited to 4 MiB.
    public init(_ file: [UInt8], worths: [ProductWorth] = []) throws(CatalogError) {
        try CatalogJSONGuard.check(file)
        do {
            let content = try JSONDecoder().decode(Content.self, from: Data(file))
            catalog = try worths.isEmpty ? content.catalog : content.catalog.applying(worths)
            source = content.source
            notes = content.notes
        } catch let error as CatalogError {
            throw error
        } catch {
            throw CatalogError(path: "", reason: .notJSON)
        }
    }
}

/// The parts of a file, read while the decoder that lends them is alive.
private struct Content: Decodable {
    let catalog: Catalog
    let source: CatalogImport.Source
    let notes: [String]

    init(from decoder: any Decoder) throws {
        let file = try CatalogObject(decoder)
        if StoreKitConfigurationFile.recognises(file) {
            let configuration = try StoreKitConfigurationFile(file.readingNullAsAbsent)
            catalog = try Catalog(
                groups: configuration.groups, products: configuration.products)
            source = .storeKitConfiguration
            notes = configuration.notes
        } else {
            catalog = try LedgerCatalogFile.catalog(file)
            source = .ledger
            notes = []
        }
    }
}
