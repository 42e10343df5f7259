internal import Glibc

/// Clears, in a compacting copy, the bytes of pages that no entry occupies.
///
/// liblmdb 0.9 takes pages in memory again without clearing them, so behind a value that has pages
/// of its own, and between the entries of a page, may stand what another page held before: rows
/// that were deleted since. Such a copy has no free pages, so every page of it says what it is.
struct LMDBCopyScrubber {
    /// Open for reading and writing.
    let file: Int32
    let pageSizeBytes: Int

    /// Goes over all pages.
    ///
    /// - Throws: `damaged` where a page is not what a copy has, and what the disk says.
    /// - Complexity: O(bytes of the file), in memory for one page.
    func scrub() throws(StorageError) {
        let pagesCount = try FileStatus(file: file).sizeBytes / pageSizeBytes
        var number = Int(PageLayout.metaPageCount)
        while number < pagesCount {
            let page = try PageFile.bytes(
                of: file, at: number * pageSizeBytes, count: pageSizeBytes)
            let kind = try page.number(UInt16.self, at: 10)
            if kind & PageLayout.Kind.large != 0 {
                // Its end is known to the entry that names it.
                number += max(Int(try page.number(UInt32.self, at: 12)), 1)
                continue
            }
            let isLeaf = kind & PageLayout.Kind.leaf != 0
            guard isLeaf || kind & PageLayout.Kind.branch != 0 else { throw .damaged }
            try clearGap(of: page, number: number)
            if isLeaf { try clearBehindValues(of: page, pagesCount) }
            number += 1
        }
    }

    /// Clears what lies between the pointers and the entries of a page.
    private func clearGap(of page: [UInt8], number: Int) throws(StorageError) {
        let lower = Int(try page.number(UInt16.self, at: 12))
        let upper = Int(try page.number(UInt16.self, at: 14))
        guard lower >= PageLayout.headerBytes, lower <= upper, upper <= pageSizeBytes else {
            throw .damaged
        }
        if page[lower..<upper].contains(where: { $0 != 0 }) {
            try clear(from: number * pageSizeBytes + lower, count: upper - lower)
        }
    }

    /// Clears the rest of the pages of each value that has pages of its own.
    private func clearBehindValues(of page: [UInt8], _ pagesCount: Int) throws(StorageError) {
        let lower = Int(try page.number(UInt16.self, at: 12))
        for pointer in stride(from: PageLayout.headerBytes, to: lower, by: 2) {
            let node = Int(try page.number(UInt16.self, at: pointer))
            let flags = try page.number(UInt16.self, at: node + 4)
            guard flags & PageLayout.Entry.large != 0 else { continue }
            let valueBytes = Int(try page.number(UInt32.self, at: node))
            let keyBytes = Int(try page.number(UInt16.self, at: node + 6))
            let first = try page.number(
                UInt64.self, at: node + PageLayout.entryHeaderBytes + keyBytes)
            guard first < UInt64(pagesCount) else { throw .damaged }
            let start = Int(first) * pageSizeBytes
            let header = try PageFile.bytes(of: file, at: start, count: PageLayout.headerBytes)
            let count = Int(try header.number(UInt32.self, at: 12))
            let used = PageLayout.headerBytes + valueBytes
            guard count <= pagesCount - Int(first), used <= count * pageSizeBytes else {
                throw .damaged
            }
            let rest = try PageFile.bytes(
                of: file, at: start + used, count: count * pageSizeBytes - used)
            if rest.contains(where: { $0 != 0 }) {
                try clear(from: start + used, count: rest.count)
            }
        }
    }

    private func clear(from offset: Int, count: Int) throws(StorageError) {
        let zeros = [UInt8](repeating: 0, count: count)
        let written = unsafe zeros.withUnsafeBytes { buffer in
            unsafe pwrite(file, buffer.baseAddress, count, off_t(offset))
        }
        if written < 0 { throw StorageError(systemCode: errno, call: "pwrite") }
        guard written == count else { throw .diskFull }
    }
}

extension [UInt8] {
    /// The number in the machine's byte order at an offset.
    fileprivate func number<Value: FixedWidthInteger & BitwiseCopyable>(
        _ type: Value.Type, at offset: Int
    ) throws(StorageError) -> Value {
        guard offset >= 0, offset + MemoryLayout<Value>.size <= count else { throw .damaged }
        return unsafe span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: type)
    }
}
