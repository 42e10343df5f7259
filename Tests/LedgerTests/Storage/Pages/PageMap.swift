@testable internal import Ledger

/// What each byte of a whole data file is for, so that a test knows what a flipped bit may do.
struct PageMap {
    enum Use: UInt8 {
        /// Nothing reads it, or what reads it does not depend on it.
        case harmless
        /// A wrong bit is found by the walk over the pages.
        case structure
        /// A key, a value, or their sizes: a wrong bit changes what is read.
        case content
    }

    private(set) var uses: [Use]
    /// Pages that are met on the walk, large values' later pages not included.
    private(set) var treePages: [Int] = []
    /// The tables, and for each byte of a key or value the place of its table in them.
    private(set) var names: [String] = []
    private var owners: [UInt8]
    private let bytes: [UInt8]
    private let pageSizeBytes: Int

    init(_ bytes: [UInt8], pageSizeBytes: Int) throws {
        self.bytes = bytes
        self.pageSizeBytes = pageSizeBytes
        uses = [Use](repeating: .harmless, count: bytes.count)
        owners = [UInt8](repeating: 0, count: bytes.count)
        let metas = try (0..<2).map { page in
            try MetaPage(
                [UInt8](bytes[(page * pageSizeBytes)...].prefix(152)), page: UInt64(page))
        }
        let newest = metas[0].transactionNumber < metas[1].transactionNumber ? 1 : 0
        markMetas(newest: newest)
        try map(metas[newest].freePages, isFree: true)
        for (name, record) in try map(metas[newest].directory, isDirectory: true) {
            names.append(name)
            try map(record)
        }
    }

    /// The table that a byte of a key or value is of.
    func table(at offset: Int) -> String { names.isEmpty ? "" : names[Int(owners[offset])] }

    private mutating func mark(_ range: Range<Int>, _ use: Use) {
        for offset in range {
            uses[offset] = use
            owners[offset] = UInt8(clamping: max(0, names.count - 1))
        }
    }

    /// Both meta pages up to the address, and from there the newest one's; of the other one only
    /// the page size and the number.
    private mutating func markMetas(newest: Int) {
        for page in 0..<2 {
            let start = page * pageSizeBytes
            mark(start..<(start + 32), .structure)
            mark((start + 40)..<(start + 44), .structure)
            mark((start + 144)..<(start + 152), .structure)
        }
        let start = newest * pageSizeBytes
        mark((start + 40)..<(start + 152), .structure)
    }

    /// Maps a tree; returns the records that a directory holds.
    @discardableResult
    private mutating func map(
        _ record: TableRecord, isFree: Bool = false, isDirectory: Bool = false
    ) throws -> [(name: String, record: TableRecord)] {
        guard !record.isEmpty else { return [] }
        var records: [(name: String, record: TableRecord)] = []
        var waiting = [(page: Int(record.root), level: 0)]
        while let (page, level) = waiting.popLast() {
            let isLeaf = level == record.depth - 1
            treePages.append(page)
            let start = page * pageSizeBytes
            func number<Value: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> Value {
                bytes.number(at: start + offset)
            }
            let count = Int(number(12) as UInt16) - 16
            mark(start..<(start + 16 + count), .structure)
            for index in 0..<(count / 2) {
                let offset = Int(number(16 + 2 * index) as UInt16)
                let low: UInt32 = number(offset)
                let flags: UInt16 = number(offset + 4)
                let keyBytes = Int(number(offset + 6) as UInt16)
                let entry = start + offset
                guard isLeaf else {
                    // The key only has to stand between those of its neighbours.
                    mark(entry..<(entry + 6), .structure)
                    waiting.append((Int(UInt64(low) | UInt64(flags) << 32), level + 1))
                    continue
                }
                mark((entry + 4)..<(entry + 6), .structure)
                mark(entry..<(entry + 4), .content)
                mark((entry + 6)..<(entry + 8 + keyBytes), .content)
                let value = entry + 8 + keyBytes
                if isDirectory {
                    let name = String(decoding: bytes[(entry + 8)..<value], as: UTF8.self)
                    records.append((name, TableRecord(bytes, at: value)))
                    mark(entry..<(value + 48), .structure)
                    // A name is known or unknown to the ledger, not to the walk.
                    mark((entry + 6)..<value, .content)
                }
                mapValue(at: value, low: Int(low), isLarge: flags & 1 != 0, isFree: isFree)
                // A list may be counted to a later transaction, up to the next one's.
                if isFree { mark(entry..<value, .harmless) }
                if isDirectory { mark(value..<(value + 48), .structure) }
            }
        }
        return records
    }

    private mutating func mapValue(at value: Int, low count: Int, isLarge: Bool, isFree: Bool) {
        var start = value
        if isLarge {
            mark(value..<(value + 8), .structure)
            let first: UInt64 = bytes.number(at: value)
            let page = Int(first) * pageSizeBytes
            mark(page..<(page + 16), .structure)
            treePages.append(Int(first))
            start = page + 16
        }
        guard isFree else { return mark(start..<(start + count), .content) }
        let listed: UInt64 = bytes.number(at: start)
        mark(start..<(start + 8 + 8 * Int(listed)), .structure)
    }
}
