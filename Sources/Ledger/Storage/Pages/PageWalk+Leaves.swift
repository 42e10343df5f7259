/// What the leaves of a tree hold.
extension PageWalk {
    mutating func readLeaf(_ page: TreePage) throws(StorageError) {
        expectLargeValues(of: page)
        for index in 0..<page.entriesCount {
            let entry = page.entry(index, in: arena)
            var start: Int?
            if entry.isLarge { start = try readLargeValue(of: entry, in: page) }
            switch tree {
            case .table:
                guard valueSizes?.contains(entry.valueBytes) != false,
                    keySizes?.contains(entry.keyBytes) != false
                else {
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
        guard head.number(at: PageLayout.Header.number) == first else {
            throw damage(first, .pageNumberDiffers)
        }
        guard head.number(at: PageLayout.Header.kind) == PageLayout.Kind.large else {
            throw damage(first, .pageKindWrong)
        }
        // A value that was replaced by a shorter one keeps the pages that it has.
        let count = UInt64(head.number(at: PageLayout.Header.largePageCount, as: UInt32.self))
        let needed = PageLayout.pageCount(
            ofValueBytes: entry.valueBytes, pageSizeBytes: pageSizeBytes)
        guard head.number(at: PageLayout.Header.padding, as: UInt16.self) == 0, count >= needed
        else {
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

    /// A list of free pages is read in parts of so many bytes.
    private static let listPartBytes = 1 << 16

    /// Reads one transaction's list: how many there are, then their numbers from the highest down.
    ///
    /// There may be room behind them that the list does not use.
    private mutating func readFreePages(
        _ entry: TreePage.Entry, in page: TreePage, fileOffset: Int?
    ) throws(StorageError) {
        // Number 0 was never a transaction's, and liblmdb would give out such a list twice.
        newestFreeing = arena.number(at: entry.key.lowerBound)
        let numberBytes = PageLayout.pageNumberBytes
        guard newestFreeing > 0, entry.valueBytes >= numberBytes,
            entry.valueBytes.isMultiple(of: numberBytes)
        else { throw damage(page.number, .freeListWrong) }
        let head = try part(of: entry, fileOffset, from: 0, count: numberBytes)
        let count = Int(clamping: head.number(at: 0, as: UInt64.self))
        guard count < entry.valueBytes / numberBytes else {
            throw damage(page.number, .freeListWrong)
        }
        let end = (count + 1) * numberBytes
        var previous = UInt64.max
        for start in stride(from: numberBytes, to: end, by: Self.listPartBytes) {
            let size = min(Self.listPartBytes, end - start)
            let part = try part(of: entry, fileOffset, from: start, count: size)
            for offset in stride(from: 0, to: size, by: numberBytes) {
                let number: UInt64 = part.number(at: offset)
                guard number < previous, number < pageCount else {
                    throw damage(page.number, .freeListWrong)
                }
                guard met.insert(Int(number)) else { throw damage(number, .pageUsedTwice) }
                freePagesCount += 1
                tell()
                previous = number
            }
        }
    }

    /// Bytes of a value, which lies in the leaf or, from an offset on, in the file.
    private func part(
        of entry: TreePage.Entry, _ fileOffset: Int?, from start: Int, count: Int
    ) throws(StorageError) -> [UInt8] {
        guard let fileOffset else {
            let place = entry.valueStart + start
            return [UInt8](arena.bytes[place..<(place + count)])
        }
        let bytes = try file.bytes(at: fileOffset + start, count: count)
        guard bytes.count == count else { throw .truncated }
        return bytes
    }
}
