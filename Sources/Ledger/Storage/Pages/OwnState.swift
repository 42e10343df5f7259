/// Whether a state is the one of the transaction whose number its meta page bears.
///
/// A meta page has no checksum. With one bit of its number changed, the state before the last one
/// can pass for the newest, and the last transaction would be gone without a trace. But every
/// transaction frees pages of the one before it, at least the root of the directory, and lists them
/// under its own number. So the highest number in the list of free pages is that of the state.
enum OwnState {
    /// The first transaction that finds pages to free: the one after the first.
    static let firstFreeing: UInt64 = 2

    /// Checks the state that is not walked: the one before it, or a newer one of another process.
    ///
    /// Its pages are whole as long as the walked state is the newest one or held, since pages that
    /// a transaction frees are used again by the next but one at the earliest.
    static func check(_ state: MetaPage, _ file: borrowing PageFile) throws(StorageError) {
        guard state.transactionNumber >= firstFreeing else { return }
        let page = state.transactionNumber & 1
        guard try newestFreeing(of: state, file) == state.transactionNumber else {
            throw MetaPage.damage(page, .stateNotItsOwn)
        }
    }

    /// The highest number in the list of free pages; nil where it cannot be found.
    private static func newestFreeing(
        of state: MetaPage, _ file: borrowing PageFile
    ) throws(StorageError) -> UInt64? {
        guard let pageSizeBytes = state.pageSizeBytes, !state.freePages.isEmpty,
            state.freePages.hasPossibleDepth
        else { return nil }
        var arena = PageArena(pageSizeBytes: pageSizeBytes)
        let pageCount = try FileStatus(file: file.descriptor).sizeBytes / pageSizeBytes
        var number = state.freePages.root
        for level in 0..<state.freePages.depth {
            guard number < UInt64(pageCount),
                try arena.load(Int(number), from: file, level: level)
            else { return nil }
            let isLeaf = level == state.freePages.depth - 1
            let last: TreePage.Entry
            do throws(PageFault) {
                let page = try TreePage(
                    number, in: arena, level: level, isLeaf: isLeaf, entriesMin: 1)
                try page.check(
                    in: &arena, isDirectory: false, hasNumberKeys: true)
                last = page.entry(page.entriesCount - 1, in: arena)
            } catch {
                return nil
            }
            if isLeaf { return arena.number(at: last.key.lowerBound) }
            number = last.child
        }
        return nil
    }
}
