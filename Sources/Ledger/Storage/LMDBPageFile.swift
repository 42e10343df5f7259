internal import Glibc

/// The pages of an LMDB file, read with pread(2).
///
/// liblmdb reads pages through its map, where one behind the end of the file stops the process. So
/// what is asked before the file is known to be whole is asked here, and nothing that the file says
/// is believed unchecked. `PageLayout` has the layout.
struct LMDBPageFile {
    /// What a meta page says of its state.
    struct State {
        let freeListRoot: UInt64
        let lastPage: UInt64
    }

    let file: Int32
    let pageSizeBytes: Int
    /// Whole pages of the file; no other is read.
    let pagesPresentCount: Int

    /// The state that a transaction made; odd ones are kept in page 1, even ones in page 0.
    func state(transactionNumber: Int) throws(StorageError) -> State {
        let head = try read(
            page: UInt64(transactionNumber & 1), from: 0, count: PageLayout.metaBytes)
        // The next but one commit overwrites the page.
        guard head.integer(Int.self, at: PageLayout.Meta.transactionNumber) == transactionNumber
        else {
            throw .openContended(code: EAGAIN)
        }
        guard
            let root = head.integer(
                UInt64.self, at: PageLayout.Meta.freePages + PageLayout.Record.root),
            let lastPage = head.integer(UInt64.self, at: PageLayout.Meta.lastPage)
        else { throw .damaged }
        return State(freeListRoot: root, lastPage: lastPage)
    }

    /// Whether the free list of a state names all pages from the end of the file to the last page.
    ///
    /// - Throws: `truncated` when a page of the list itself is missing, `damaged` when one cannot be
    ///   what it says it is.
    func isEveryMissingPageFree(in state: State) throws(StorageError) -> Bool {
        let firstMissing = UInt64(pagesPresentCount)
        guard state.lastPage >= firstMissing else { return true }
        let missing = firstMissing...state.lastPage
        var found: Set<UInt64> = []
        var waiting = state.freeListRoot == PageLayout.noPage ? [] : [state.freeListRoot]
        // A tree holds no page twice: a longer walk would be a walk in a circle.
        var pagesLeft = pagesPresentCount
        while let number = waiting.popLast() {
            guard pagesLeft > 0 else { throw .damaged }
            pagesLeft -= 1
            let page = try read(page: number, from: 0, count: pageSizeBytes)
            let flags = page.integer(UInt16.self, at: PageLayout.Header.kind)
            for node in try nodes(of: page) {
                switch flags {
                case PageLayout.Kind.branch: waiting.append(node.child)
                case PageLayout.Kind.leaf:
                    found.formUnion(try freePages(of: node, in: page, missing))
                default: throw .damaged
                }
            }
        }
        return UInt64(found.count) == state.lastPage - firstMissing + 1
    }

    /// An entry of a page of a tree.
    private struct Node {
        let valueOffset: Int
        let valueBytes: Int
        let flags: UInt16
        /// In a branch, the page below.
        let child: UInt64
    }

    private func nodes(of page: [UInt8]) throws(StorageError) -> [Node] {
        guard let end = page.integer(UInt16.self, at: PageLayout.Header.lower) else {
            throw .damaged
        }
        var nodes: [Node] = []
        for pointer in stride(
            from: PageLayout.headerBytes, to: Int(end), by: PageLayout.pointerBytes)
        {
            guard let offset = page.integer(UInt16.self, at: pointer).map(Int.init),
                let low = page.integer(UInt32.self, at: offset + PageLayout.EntryHeader.low),
                let flags = page.integer(UInt16.self, at: offset + PageLayout.EntryHeader.flags),
                let keyBytes = page.integer(
                    UInt16.self, at: offset + PageLayout.EntryHeader.keySize)
            else { throw .damaged }
            nodes.append(
                Node(
                    valueOffset: offset + PageLayout.entryHeaderBytes + Int(keyBytes),
                    valueBytes: Int(low), flags: flags, child: UInt64(low) | UInt64(flags) << 32))
        }
        return nodes
    }

    /// The page numbers in the value of a leaf's entry that lie in a range.
    ///
    /// The value is a count, then that many page numbers.
    private func freePages(
        of node: Node, in page: [UInt8], _ range: ClosedRange<UInt64>
    ) throws(StorageError) -> [UInt64] {
        let list: ArraySlice<UInt8>
        if node.flags & PageLayout.Entry.large != 0 {
            guard let first = page.integer(UInt64.self, at: node.valueOffset) else {
                throw .damaged
            }
            list = try read(page: first, from: PageLayout.headerBytes, count: node.valueBytes)[...]
        } else {
            let end = node.valueOffset + node.valueBytes
            guard end <= page.count else { throw .damaged }
            list = page[node.valueOffset..<end]
        }
        let numbers = Array(list)
        guard let count = numbers.integer(UInt64.self, at: 0),
            count < UInt64(numbers.count / MemoryLayout<UInt64>.size)
        else { throw .damaged }
        return (0..<Int(count)).compactMap { index in
            let number = numbers.integer(UInt64.self, at: 8 + 8 * index)
            return number.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// Reads bytes that begin in a page and lie in whole pages of the file.
    private func read(
        page: UInt64, from offset: Int, count: Int
    ) throws(StorageError) -> [UInt8] {
        guard let page = Int(exactly: page), page < pagesPresentCount else { throw .truncated }
        let start = page * pageSizeBytes + offset
        guard start + count <= pagesPresentCount * pageSizeBytes else { throw .truncated }
        return try PageFile.bytes(of: file, at: start, count: count)
    }
}

extension [UInt8] {
    /// The number in the machine's byte order at an offset; nil where the bytes end too early.
    fileprivate func integer<Value: FixedWidthInteger & BitwiseCopyable>(
        _ type: Value.Type, at offset: Int
    ) -> Value? {
        guard offset >= 0, offset + MemoryLayout<Value>.size <= count else { return nil }
        return unsafe span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: type)
    }
}
