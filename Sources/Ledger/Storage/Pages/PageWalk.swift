/// The walk over every page of one state of a file.
///
/// It believes nothing that it has not checked: it neither stops the process nor goes in circles,
/// and holds one page for each level of a tree and a bit for each page of the file.
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
    struct Counts {
        var branchPages: UInt64 = 0
        var leafPages: UInt64 = 0
        var largePages: UInt64 = 0
        var entries: UInt64 = 0
    }

    /// How often progress is told, in pages.
    private static let pagesPerProgress: UInt64 = 4_096

    let file: PageFile
    let pageSizeBytes: Int
    /// Whole pages of the file.
    let presentCount: UInt64
    /// Pages of the state; those behind the file's end can only be free.
    let pageCount: UInt64
    let allowed: PageCheckTables
    let progress: (_ done: UInt64, _ all: UInt64) -> Void
    var arena: PageArena
    var met: PageSet
    private var lastTold: UInt64 = 0
    var tree = Tree.freePages
    var counts = Counts()
    /// The sizes that the tree's values may have; nil for any.
    var valueSizes: [Int]?
    /// The sizes that its keys may have; nil for any.
    var keySizes: [Int]?
    /// The tables that the directory names.
    var tables: [(name: String, record: TableRecord)] = []
    var freePagesCount: UInt64 = 0
    /// The newest transaction that has a list of free pages.
    var newestFreeing: UInt64 = 0
    /// How many pages were read and checked.
    var readCount: UInt64 = 0

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
        (valueSizes, keySizes) = (nil, nil)
        if case .table(let name) = tree {
            (valueSizes, keySizes) = (allowed.valueSizes(name), allowed.keySizes(name))
        }
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
    mutating func meet(_ page: UInt64, from parent: UInt64) throws(StorageError) {
        guard page < pageCount else { throw damage(parent, .pageOutOfRange) }
        guard page < presentCount else { throw .truncated }
        guard met.insert(Int(page)) else { throw damage(page, .pageUsedTwice) }
        tell()
    }

    mutating func tell() {
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

    func expect(_ pages: Range<UInt64>) {
        file.expect(
            at: Int(pages.lowerBound) * pageSizeBytes, count: pages.count * pageSizeBytes)
    }

    func damage(_ page: UInt64, _ kind: PageDamage.Kind) -> StorageError {
        .pageDamaged(PageDamage(page: page, table: tree.name, kind: kind))
    }
}
