/// The walk over every page of one state of a file.
///
/// It believes nothing that it has not checked: it neither stops the process nor goes in circles, and
/// holds one page for each level of a tree and a bit for each page of the file.
struct PageWalk: ~Copyable {
    /// The trees of a file.
    enum Tree: Equatable {
        /// The list of free pages: what each transaction freed, by its number.
        case freePages
        /// The directory of the tables.
        case directory
        case table(String)

        /// Its name in what the walk says.
        var name: String {
            switch self {
            case .freePages: "of free pages"
            case .directory: "of tables"
            case .table(let name): name
            }
        }
    }

    /// A page on the way from the root to where the walk is.
    private struct Step {
        let page: TreePage
        /// The entry that is gone into next.
        var next = 0
        /// No key below is before the first one; every key is before the second one.
        let lower: Range<Int>?
        let upper: Range<Int>?
    }

    /// What was counted in a tree.
    private struct Counts {
        var branchPages: UInt64 = 0
        var leafPages: UInt64 = 0
        var largePages: UInt64 = 0
        var entries: UInt64 = 0
    }

    /// How often progress is told, in pages.
    private static let pagesPerProgress: UInt64 = 4_096
    /// A list of free pages is read in parts of so many bytes.
    private static let listPartBytes = 1 << 16

    let file: PageFile
    let pageSizeBytes: Int
    /// Whole pages of the file.
    let presentCount: UInt64
    /// Pages of the state; those behind the file's end can only be free.
    let pageCount: UInt64
    let allowed: PageCheckTables
    let progress: (_ done: UInt64, _ all: UInt64) -> Void
    private var arena: PageArena
    private var met: PageSet
    private var lastTold: UInt64 = 0
    private var tree = Tree.freePages
    private var counts = Counts()
    /// The sizes that the tree's values may have; nil for any.
    private var valueSizes: [Int]?
    /// The tables that the directory names.
    private(set) var tables: [(name: String, record: TableRecord)] = []
    private(set) var freePagesCount: UInt64 = 0
    /// The newest transaction that has a list of free pages.
    private(set) var newestFreeing: UInt64 = 0
    /// How many pages were read and checked.
    private(set) var readCount: UInt64 = 0

    init(
        _ file: consuming PageFile, pageSizeBytes: Int, presentCount: UInt64, lastPage: UInt64,
        allowed: PageCheckTables,
        progress: @escaping (_ done: UInt64, _ all: UInt64) -> Void
    ) {
        self.file = file
        self.pageSizeBytes = pageSizeBytes
        self.presentCount = presentCount
        pageCount = lastPage + 1
        self.allowed = allowed
        self.progress = progress
        arena = PageArena(pageSizeBytes: pageSizeBytes)
        met = PageSet(pageCount: Int(clamping: pageCount))
        for page in 0..<PageLayout.metaPageCount { _ = met.insert(Int(page)) }
    }

    /// Walks a tree, and checks what its record says.
    mutating func walk(_ tree: Tree, _ record: TableRecord, of page: UInt64) throws(StorageError) {
        self.tree = tree
        counts = Counts()
        valueSizes = nil
        if case .table(let name) = tree { valueSizes = allowed.valueSizes(name) }
        if !record.isEmpty {
            var way = [try step(to: record.root, from: page, level: 0, record, nil, nil)]
            while let last = way.indices.last {
                let step = way[last]
                guard !step.page.isLeaf, step.next < step.page.entriesCount else {
                    way.removeLast()
                    continue
                }
                way[last].next += 1
                let child = step.page.entry(step.next, in: arena).child
                let lower =
                    step.next == 0 ? step.lower : step.page.entry(step.next, in: arena).key
                let upper =
                    step.next + 1 == step.page.entriesCount
                    ? step.upper : step.page.entry(step.next + 1, in: arena).key
                way.append(
                    try self.step(
                        to: child, from: step.page.number, level: last + 1, record, lower, upper))
            }
        }
        guard counts.branchPages == record.branchPagesCount,
            counts.leafPages == record.leafPagesCount,
            counts.largePages == record.largePagesCount, counts.entries == record.entriesCount
        else { throw damage(record.isEmpty ? page : record.root, .countsDiffer) }
    }

    /// Throws unless every page was met.
    func checkNothingIsLost() throws(StorageError) {
        progress(pageCount, pageCount)
        guard met.count == pageCount else {
            throw .pageDamaged(PageDamage(page: met.firstAbsent, table: nil, kind: .pageLost))
        }
    }

    // MARK: Pages of a tree

    /// Reads and checks the page that is next on the way.
    private mutating func step(
        to number: UInt64, from parent: UInt64, level: Int, _ record: TableRecord,
        _ lower: Range<Int>?, _ upper: Range<Int>?
    ) throws(StorageError) -> Step {
        try meet(number, from: parent)
        guard try arena.load(Int(number), from: file, level: level) else { throw .truncated }
        readCount += 1
        let isLeaf = level == record.depth - 1
        let page = try check(number, level: level, isLeaf: isLeaf, lower, upper)
        if isLeaf {
            counts.leafPages += 1
            counts.entries += UInt64(page.entriesCount)
            try readLeaf(page)
        } else {
            counts.branchPages += 1
            if level == record.depth - 2 { expectChildren(of: page) }
        }
        return Step(page: page, lower: lower, upper: upper)
    }

    private mutating func check(
        _ number: UInt64, level: Int, isLeaf: Bool, _ lower: Range<Int>?, _ upper: Range<Int>?
    ) throws(StorageError) -> TreePage {
        let hasNumberKeys = tree == .freePages
        // Keys of free pages come and go within a commit, and may leave a branch with one page.
        let entriesMin = isLeaf || hasNumberKeys ? 1 : 2
        do throws(PageFault) {
            let page = try TreePage(
                number, in: arena, level: level, isLeaf: isLeaf, entriesMin: entriesMin)
            try page.check(
                in: &arena, isDirectory: tree == .directory, hasNumberKeys: hasNumberKeys)
            try page.checkOrder(in: arena, from: lower, below: upper, asNumbers: hasNumberKeys)
            return page
        } catch {
            throw damage(number, error.kind)
        }
    }

    /// Notes a page as used; it must be one of the file's, and none that was met.
    private mutating func meet(_ page: UInt64, from parent: UInt64) throws(StorageError) {
        guard page < pageCount else { throw damage(parent, .pageOutOfRange) }
        guard page < presentCount else { throw .truncated }
        guard met.insert(Int(page)) else { throw damage(page, .pageUsedTwice) }
        tell()
    }

    private mutating func tell() {
        guard met.count >= lastTold + Self.pagesPerProgress else { return }
        lastTold = met.count
        progress(met.count, pageCount)
    }

    /// Lets the system read the leaves below a branch, in as few pieces as they lie in.
    private func expectChildren(of page: TreePage) {
        var run: Range<UInt64>?
        for index in 0..<page.entriesCount {
            let child = page.entry(index, in: arena).child
            guard child < presentCount else { continue }
            if let held = run, held.upperBound == child {
                run = held.lowerBound..<(child + 1)
                continue
            }
            if let run { expect(run) }
            run = child..<(child + 1)
        }
        if let run { expect(run) }
    }

    private func expect(_ pages: Range<UInt64>) {
        file.expect(
            at: Int(pages.lowerBound) * pageSizeBytes, count: pages.count * pageSizeBytes)
    }

    // MARK: Entries of a leaf

    private mutating func readLeaf(_ page: TreePage) throws(StorageError) {
        expectLargeValues(of: page)
        for index in 0..<page.entriesCount {
            let entry = page.entry(index, in: arena)
            var start: Int?
            if entry.isLarge { start = try readLargeValue(of: entry, in: page) }
            switch tree {
            case .table:
                guard valueSizes?.contains(entry.valueBytes) != false else {
                    throw damage(page.number, .entryWrong)
                }
            case .directory: try readTable(entry, in: page)
            case .freePages: try readFreePages(entry, in: page, fileOffset: start)
            }
        }
    }

    private func expectLargeValues(of page: TreePage) {
        for index in 0..<page.entriesCount {
            let entry = page.entry(index, in: arena)
            guard entry.isLarge else { continue }
            let first = arena.number(at: entry.valueStart, as: UInt64.self)
            if first < presentCount { expect(first..<(first + 1)) }
        }
    }

    /// Checks the pages of a large value; returns where its bytes begin in the file.
    private mutating func readLargeValue(
        of entry: TreePage.Entry, in page: TreePage
    ) throws(StorageError) -> Int {
        let first = arena.number(at: entry.valueStart, as: UInt64.self)
        try meet(first, from: page.number)
        let start = Int(first) * pageSizeBytes
        let head = try file.bytes(at: start, count: PageLayout.headerBytes)
        guard head.count == PageLayout.headerBytes else { throw .truncated }
        readCount += 1
        guard head.number(at: 0) == first else { throw damage(first, .pageNumberDiffers) }
        guard head.number(at: 10) == PageLayout.Kind.large else {
            throw damage(first, .pageKindWrong)
        }
        // A value that was replaced by a shorter one keeps the pages that it has.
        let count = UInt64(head.number(at: 12, as: UInt32.self))
        let needed = PageLayout.pageCount(
            ofValueBytes: entry.valueBytes, pageSizeBytes: pageSizeBytes)
        guard head.number(at: 8, as: UInt16.self) == 0, count >= needed else {
            throw damage(first, .pageHeaderWrong)
        }
        guard count <= pageCount - first else { throw damage(first, .pageOutOfRange) }
        for page in (first + 1)..<(first + count) { try meet(page, from: first) }
        counts.largePages += count
        return start + PageLayout.headerBytes
    }

    private mutating func readTable(
        _ entry: TreePage.Entry, in page: TreePage
    ) throws(StorageError) {
        let key = [UInt8](arena.bytes[entry.key])
        guard let name = String(validating: key, as: UTF8.self), allowed.isKnown(name) else {
            throw damage(page.number, .tableUnknown)
        }
        guard entry.valueBytes == PageLayout.tableRecordBytes else {
            throw damage(page.number, .tableRecordWrong)
        }
        let record = TableRecord(arena.bytes, at: entry.valueStart)
        guard record.isPlain else { throw damage(page.number, .tableRecordWrong) }
        tables.append((name, record))
    }

    // MARK: Free pages

    /// Reads one transaction's list: how many there are, then their numbers from the highest down.
    private mutating func readFreePages(
        _ entry: TreePage.Entry, in page: TreePage, fileOffset: Int?
    ) throws(StorageError) {
        // Number 0 was never a transaction's, and liblmdb would give out such a list twice.
        newestFreeing = arena.number(at: entry.key.lowerBound)
        let bytes = entry.valueBytes
        guard newestFreeing > 0, bytes >= PageLayout.pageNumberBytes,
            bytes.isMultiple(of: PageLayout.pageNumberBytes)
        else { throw damage(page.number, .freeListWrong) }
        var previous = UInt64.max
        var left: UInt64?
        for start in stride(from: 0, to: bytes, by: Self.listPartBytes) {
            let size = min(Self.listPartBytes, bytes - start)
            let part: [UInt8]
            if let fileOffset {
                part = try file.bytes(at: fileOffset + start, count: size)
                guard part.count == size else { throw .truncated }
            } else {
                part = [UInt8](arena.bytes[entry.valueStart..<(entry.valueStart + size)])
            }
            var offset = 0
            if left == nil {
                left = part.number(at: 0)
                offset = PageLayout.pageNumberBytes
                guard left ?? 0 < UInt64(bytes / PageLayout.pageNumberBytes) else {
                    throw damage(page.number, .freeListWrong)
                }
            }
            while let remaining = left, remaining > 0, offset < size {
                let number: UInt64 = part.number(at: offset)
                guard number < previous, number < pageCount else {
                    throw damage(page.number, .freeListWrong)
                }
                try free(number)
                previous = number
                left = remaining - 1
                offset += PageLayout.pageNumberBytes
            }
            if left == 0 { break }
        }
    }

    private mutating func free(_ page: UInt64) throws(StorageError) {
        guard met.insert(Int(page)) else { throw damage(page, .pageUsedTwice) }
        freePagesCount += 1
        tell()
    }

    private func damage(_ page: UInt64, _ kind: PageDamage.Kind) -> StorageError {
        .pageDamaged(PageDamage(page: page, table: tree.name, kind: kind))
    }
}
