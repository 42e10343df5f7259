/// One thing about the pages of a data file that cannot be.
///
/// It says where, and what rule is broken. It never holds a key, a value or a path.
public struct PageDamage: Sendable, Hashable {
    /// The rules that the pages of a whole file keep.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// One of the first two pages does not describe an LMDB file as this library writes it.
        case notAMetaPage
        /// The two first pages do not hold two states of which one follows the other.
        case statesApart
        /// A state has not freed what its own transaction must have freed.
        case stateNotItsOwn
        /// The last page lies beyond what the file and its map can hold.
        case lastPageOutOfRange
        /// What is said about a table cannot be.
        case tableRecordWrong
        /// A table has a name that no release gives a table.
        case tableUnknown
        /// A table that every ledger has is not there.
        case tableMissing
        /// A page is named that the file does not have.
        case pageOutOfRange
        /// A page is not the one that its own header says.
        case pageNumberDiffers
        /// A page is not of the kind that stands in its place.
        case pageKindWrong
        /// The header of a page cannot be.
        case pageHeaderWrong
        /// The entries of a page do not fill it without gaps and overlaps.
        case entriesOutOfPlace
        /// The size of a key or value, or what is said of its kind, cannot be.
        case entryWrong
        /// A key does not stand where its order wants it.
        case keyOutOfOrder
        /// A table has more pages or entries, or fewer, than is said of it.
        case countsDiffer
        /// The list of free pages names none, too many, or in no order.
        case freeListWrong
        /// A page is used twice, or used and free.
        case pageUsedTwice
        /// A page is neither used nor free.
        case pageLost
    }

    /// The page, counted from 0 at the start of the file.
    public var page: UInt64
    /// The table that the page was reached by; nil where it was reached by none.
    public var table: String?
    /// Which rule is broken.
    public var kind: Kind
}

extension PageDamage: CustomStringConvertible {
    /// Such as `page 17 of the table log: a key does not stand where its order wants it`.
    public var description: String {
        let place = table.map { " of the table \($0)" } ?? ""
        return "page \(page)\(place): \(kind.reason)"
    }
}

extension PageDamage.Kind {
    fileprivate var reason: String {
        switch self {
        case .notAMetaPage: "it does not describe a data file as this library writes it"
        case .statesApart: "the newest state does not follow the one before it"
        case .stateNotItsOwn: "the state is not that of the transaction it names"
        case .lastPageOutOfRange: "the file cannot have as many pages as it says"
        case .tableRecordWrong: "what it says about a table cannot be"
        case .tableUnknown: "it names a table that no ledger has"
        case .tableMissing: "a table that every ledger has is not in it"
        case .pageOutOfRange: "it is named, but the file has no such page"
        case .pageNumberDiffers: "its header says that it is another page"
        case .pageKindWrong: "it is not of the kind that belongs here"
        case .pageHeaderWrong: "its header cannot be"
        case .entriesOutOfPlace: "its entries do not fill it without gaps and overlaps"
        case .entryWrong: "the size or kind of an entry cannot be"
        case .keyOutOfOrder: "a key does not stand where its order wants it"
        case .countsDiffer: "its table has not as many pages and entries as it should"
        case .freeListWrong: "its list of free pages cannot be"
        case .pageUsedTwice: "it is used twice, or used and free"
        case .pageLost: "it is neither used nor free"
        }
    }
}
