/// How LMDB 0.9 lays out a file with 64-bit page numbers, data version 1.
///
/// Every number is in the byte order of the machine. Sources: mdb.c of 0.9.24, `MDB_page`,
/// `MDB_node`, `MDB_db`, `MDB_meta`.
enum PageLayout {
    /// Before everything else of a page.
    static let headerBytes = 16
    /// Before an entry's key.
    static let entryHeaderBytes = 8
    /// The place of an entry in its page, of which each one has one behind the page's header.
    static let pointerBytes = 2
    /// What an entry has instead of a large value: the first of its pages.
    static let pageNumberBytes = 8
    /// What is said about a table.
    static let tableRecordBytes = 48
    /// A meta page up to the last byte that means anything.
    static let metaBytes = 152

    static let keyBytesMax = 511
    /// liblmdb's cursors hold as many pages (`CURSOR_STACK`).
    static let depthMax = 32
    static let pageSizeBytesRange = 512...32_768
    /// The most pages that a check keeps account of, in 2 GiB: 64 TiB of pages of 4 KiB.
    static let pageCountMax: UInt64 = 1 << 34
    /// The two pages at the start.
    static let metaPageCount: UInt64 = 2
    /// The root of an empty tree.
    static let noPage = UInt64.max

    /// Where a page's header has what, from the beginning of the page.
    enum Header {
        /// The page's own number, 8 bytes.
        static let number = 0
        /// Nothing, 2 bytes.
        static let padding = 8
        /// What the page is, 2 bytes: `Kind`.
        static let kind = 10
        /// Where the pointers to the entries end, 2 bytes.
        static let lower = 12
        /// Where the entries begin, 2 bytes.
        static let upper = 14
        /// In the place of both ends: how many pages a large value takes, 4 bytes.
        static let largePageCount = 12
    }

    /// Where an entry's header has what, from the beginning of the entry.
    enum EntryHeader {
        /// The size of the value, 4 bytes; in a branch the low part of the page below.
        static let low = 0
        /// The upper half of `low`, 2 bytes.
        static let lowUpperHalf = 2
        /// What the entry holds, 2 bytes: `Entry`; in a branch the high part of the page below.
        static let flags = 4
        /// The size of the key, 2 bytes.
        static let keySize = 6
    }

    /// Where a meta page has what, from the beginning of the page.
    enum Meta {
        static let magic = 16
        static let version = 20
        /// An address for the map, which nobody asks for: 8 bytes of 0.
        static let mapAddress = 24
        static let mapSize = 32
        /// The records of the list of free pages and of the directory of tables.
        static let freePages = 40
        static let directory = 88
        static let lastPage = 136
        static let transactionNumber = 144
    }

    /// Where the record of a table has what, from the beginning of the record.
    enum Record {
        static let padding = 0
        static let flags = 4
        static let depth = 6
        static let branchPagesCount = 8
        static let leafPagesCount = 16
        static let largePagesCount = 24
        static let entriesCount = 32
        static let root = 40
    }

    /// What a page is.
    ///
    /// On disk each page is exactly one of these.
    enum Kind {
        static let branch: UInt16 = 0x01
        static let leaf: UInt16 = 0x02
        static let large: UInt16 = 0x04
        static let meta: UInt16 = 0x08
    }

    /// What an entry of a leaf holds, unless it is a value.
    enum Entry {
        static let large: UInt16 = 0x01
        static let table: UInt16 = 0x02
    }

    /// The largest entry, header and key included, whose value stands in the leaf.
    static func entryBytesMax(pageSizeBytes: Int) -> Int {
        (pageSizeBytes - headerBytes) / 2 / 2 * 2 - 2
    }

    /// Where a page has the pointer to an entry, from the beginning of the page.
    @inline(__always)
    static func pointer(toEntry index: Int) -> Int { headerBytes + pointerBytes * index }

    /// How many pages a large value takes.
    static func pageCount(ofValueBytes count: Int, pageSizeBytes: Int) -> UInt64 {
        UInt64((headerBytes - 1 + count) / pageSizeBytes + 1)
    }
}

extension [UInt8] {
    /// The number in the machine's byte order at an offset that the caller knows to be in bounds.
    @inline(__always)
    func number<Value: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int, as type: Value.Type = Value.self
    ) -> Value {
        unsafe span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: type)
    }
}
