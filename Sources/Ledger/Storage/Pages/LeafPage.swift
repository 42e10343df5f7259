internal import Glibc

/// A leaf page of a table where it lies in the map, for walks that read every entry of it.
///
/// liblmdb is asked for the first entry; the others are read here, in a tenth of the time of asking.
/// Nothing that the page says is believed: what is not inside of it is no entry, and a walk goes on by
/// asking. Only for pages of transactions that read: nothing changes them.
struct LeafPage: ~Escapable {
    private let page: RawSpan
    let entriesCount: Int

    /// Reads the header; nil where it is not that of a leaf.
    @_lifetime(copy page)
    init?(_ page: RawSpan) {
        guard page.byteCount > PageLayout.headerBytes,
            Self.number(in: page, at: PageLayout.Header.kind) == PageLayout.Kind.leaf
        else { return nil }
        let lower = Int(Self.number(in: page, at: PageLayout.Header.lower))
        guard lower >= PageLayout.headerBytes, lower <= page.byteCount else { return nil }
        self.page = page
        entriesCount = (lower - PageLayout.headerBytes) / PageLayout.pointerBytes
    }

    /// Where an entry has its key and its value; nil where they are not both in the page.
    ///
    /// A large value is in none: its entry only names other pages.
    func places(ofEntry index: Int) -> (key: Range<Int>, value: Range<Int>)? {
        guard index >= 0, index < entriesCount else { return nil }
        let offset = Int(Self.number(in: page, at: PageLayout.pointer(toEntry: index)))
        let keyStart = offset + PageLayout.entryHeaderBytes
        guard keyStart <= page.byteCount,
            Self.number(in: page, at: offset + PageLayout.EntryHeader.flags) == 0
        else { return nil }
        let keyBytes = Self.number(in: page, at: offset + PageLayout.EntryHeader.keySize)
        let valueStart = keyStart + Int(keyBytes)
        let valueBytes =
            Int(Self.number(in: page, at: offset + PageLayout.EntryHeader.low))
            | Int(Self.number(in: page, at: offset + PageLayout.EntryHeader.lowUpperHalf)) << 16
        let end = valueStart + valueBytes
        guard end <= page.byteCount else { return nil }
        return (keyStart..<valueStart, valueStart..<end)
    }

    /// The entry whose value begins at an offset; nil where none does.
    func index(ofValueAt offset: Int) -> Int? {
        for index in 0..<entriesCount
        where places(ofEntry: index)?.value.lowerBound == offset { return index }
        return nil
    }

    /// The number at an offset that leaves room for it.
    @inline(__always)
    private static func number(in page: RawSpan, at offset: Int) -> UInt16 {
        unsafe page.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self)
    }

    /// The size of the system's pages, which is that of LMDB's where a map begins with a page.
    static let systemPageSizeBytes = Int(sysconf(Int32(_SC_PAGESIZE)))
}
