/// How LMDB 0.9 lays out a file with 64-bit page numbers, data version 1.
///
/// Every number is in the byte order of the machine. Sources: mdb.c of 0.9.24, `MDB_page`,
/// `MDB_node`, `MDB_db`, `MDB_meta`.
enum PageLayout {
    /// Before everything else of a page: number 8, padding 2, kind 2, then the ends of the pointers
    /// and of the room before the entries, 2 each, or how many pages a large value takes, 4.
    static let headerBytes = 16
    /// Before an entry's key: size of the value 4 (in a branch the page below, 6), kind 2, size of
    /// the key 2.
    static let entryHeaderBytes = 8
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
