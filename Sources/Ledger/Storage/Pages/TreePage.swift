/// One page of a tree in an arena, and where its entries are.
///
/// Nothing is taken from it before `check` has found that all of it lies in the page.
struct TreePage {
    let number: UInt64
    /// Where the page begins in the arena.
    let start: Int
    let isLeaf: Bool
    let entriesCount: Int
    /// Where the entries of a page end that has this many, and where they begin.
    private let upper: Int

    /// An entry of a page.
    struct Entry {
        /// Where it begins in the arena.
        let start: Int
        let keyBytes: Int
        let flags: UInt16
        /// The size of the value, or the low part of the page below.
        let low: UInt32

        var key: Range<Int> {
            let start = start + PageLayout.entryHeaderBytes
            return start..<(start + keyBytes)
        }
        /// Where the value, or the number of its first page, begins in the arena.
        var valueStart: Int { start + PageLayout.entryHeaderBytes + keyBytes }
        var valueBytes: Int { Int(low) }
        /// In a branch, the page below.
        var child: UInt64 { UInt64(low) | UInt64(flags) << 32 }
        /// Whether a leaf's entry is a value, in the leaf or on pages of its own.
        var isValue: Bool { flags == 0 || flags == PageLayout.Entry.large }
        var isLarge: Bool { flags & PageLayout.Entry.large != 0 }

        /// How much of a leaf's page it takes, before rounding up to an even number.
        var leafBytes: Int {
            PageLayout.entryHeaderBytes + keyBytes
                + (isLarge ? PageLayout.pageNumberBytes : valueBytes)
        }
        var branchBytes: Int { PageLayout.entryHeaderBytes + keyBytes }
    }

    /// Reads the header of the page that was loaded for a level.
    init(
        _ number: UInt64, in arena: borrowing PageArena, level: Int, isLeaf: Bool,
        entriesMin: Int
    ) throws(PageFault) {
        self.number = number
        self.isLeaf = isLeaf
        start = arena.start(ofLevel: level)
        let lower = Int(arena.number(at: start + PageLayout.Header.lower, as: UInt16.self))
        upper = Int(arena.number(at: start + PageLayout.Header.upper, as: UInt16.self))
        entriesCount = (lower - PageLayout.headerBytes) / PageLayout.pointerBytes
        guard arena.number(at: start + PageLayout.Header.number) == number else {
            throw .init(.pageNumberDiffers)
        }
        let kind = isLeaf ? PageLayout.Kind.leaf : PageLayout.Kind.branch
        guard arena.number(at: start + PageLayout.Header.kind) == kind else {
            throw .init(.pageKindWrong)
        }
        guard arena.number(at: start + PageLayout.Header.padding, as: UInt16.self) == 0,
            lower >= PageLayout.pointer(toEntry: entriesMin), lower.isMultiple(of: 2),
            lower <= upper, upper <= arena.pageSizeBytes, upper.isMultiple(of: 2)
        else { throw .init(.pageHeaderWrong) }
    }

    /// An entry of a page that was checked.
    func entry(_ index: Int, in arena: borrowing PageArena) -> Entry {
        let pointer = start + PageLayout.pointer(toEntry: index)
        return entry(atOffset: Int(arena.number(at: pointer, as: UInt16.self)), in: arena)
    }

    private func entry(atOffset offset: Int, in arena: borrowing PageArena) -> Entry {
        let place = start + offset
        return Entry(
            start: place,
            keyBytes: Int(
                arena.number(at: place + PageLayout.EntryHeader.keySize, as: UInt16.self)),
            flags: arena.number(at: place + PageLayout.EntryHeader.flags),
            low: arena.number(at: place + PageLayout.EntryHeader.low))
    }

    /// Checks that the entries fill the page from `upper` to its end, and each one's sizes.
    ///
    /// liblmdb moves entries together whenever one goes, so there is never a gap between two.
    /// A directory's leaf holds tables alone, any other one values.
    func check(
        in arena: inout PageArena, isDirectory: Bool, hasNumberKeys: Bool
    ) throws(PageFault) {
        let pageSizeBytes = arena.pageSizeBytes
        let entryBytesMax = PageLayout.entryBytesMax(pageSizeBytes: pageSizeBytes)
        for index in 0..<entriesCount {
            let pointer = start + PageLayout.pointer(toEntry: index)
            let offset = Int(arena.number(at: pointer, as: UInt16.self))
            guard offset.isMultiple(of: 2), offset >= upper,
                offset <= pageSizeBytes - PageLayout.entryHeaderBytes
            else { throw .init(.entriesOutOfPlace) }
            let entry = entry(atOffset: offset, in: arena)
            let bytes = isLeaf ? entry.leafBytes : entry.branchBytes
            let hasPossibleKind =
                isDirectory ? entry.flags == PageLayout.Entry.table : entry.isValue
            guard hasPossibleKey(entry, index, hasNumberKeys),
                !isLeaf || hasPossibleKind && bytes <= entryBytesMax
            else { throw .init(.entryWrong) }
            let even = bytes + bytes % 2
            guard offset + even <= pageSizeBytes, arena.noteEntry(at: offset, count: even) else {
                throw .init(.entriesOutOfPlace)
            }
        }
        guard arena.entriesFill(from: upper, count: entriesCount) else {
            throw .init(.entriesOutOfPlace)
        }
    }

    /// The first key of a branch is never looked at, and mostly has no bytes.
    private func hasPossibleKey(_ entry: Entry, _ index: Int, _ hasNumberKeys: Bool) -> Bool {
        if !isLeaf, index == 0 { return entry.keyBytes <= PageLayout.keyBytesMax }
        return hasNumberKeys
            ? entry.keyBytes == PageLayout.pageNumberBytes
            : (1...PageLayout.keyBytesMax).contains(entry.keyBytes)
    }

    /// Checks that the keys ascend, from a bound of the pages above up to below another.
    func checkOrder(
        in arena: borrowing PageArena, from lower: Range<Int>?, below upper: Range<Int>?,
        asNumbers: Bool
    ) throws(PageFault) {
        var previous = lower
        // What a branch's second page begins with is above what the first one may begin with.
        var mayEqual = isLeaf
        for index in (isLeaf ? 0 : 1)..<entriesCount {
            let key = entry(index, in: arena).key
            if let previous {
                let order = arena.compare(previous, key, asNumbers: asNumbers)
                guard order < 0 || order == 0 && mayEqual else { throw .init(.keyOutOfOrder) }
            }
            previous = key
            mayEqual = false
        }
        guard let upper, let previous, entriesCount > (isLeaf ? 0 : 1) else { return }
        guard arena.compare(previous, upper, asNumbers: asNumbers) < 0 else {
            throw .init(.keyOutOfOrder)
        }
    }
}

/// What is wrong with a page, before it is said which page it is.
struct PageFault: Error {
    let kind: PageDamage.Kind

    init(_ kind: PageDamage.Kind) { self.kind = kind }
}
