internal import Glibc

/// Clears, in a compacting copy, the bytes of pages that no entry occupies.
///
/// liblmdb 0.9 takes pages in memory again without clearing them, so behind a value that has pages of
/// its own, and between the entries of a page, may stand what another page held before: rows that
/// were deleted since. Such a copy has no free pages, so every page of it says what it is.
struct LMDBCopyScrubber {
    private static let metaPagesCount = 2
    private static let pageHeaderBytes = 16
    private static let nodeHeaderBytes = 8
    private static let branchFlag: UInt16 = 0x01
    private static let leafFlag: UInt16 = 0x02
    private static let overflowFlag: UInt16 = 0x04
    private static let overflowDataFlag: UInt16 = 0x01

    /// Open for reading and writing.
    let file: Int32
    let pageSizeBytes: Int

    /// Goes over all pages.
    ///
    /// - Throws: `damaged` where a page is not what a copy has, and what the disk says.
    /// - Complexity: O(bytes of the file), in memory for one page.
    func scrub() throws(StorageError) {
        let pagesCount = try FileStatus(file: file).sizeBytes / pageSizeBytes
        var number = Self.metaPagesCount
        while number < pagesCount {
            let page = try read(at: number * pageSizeBytes, count: pageSizeBytes)
            let flags = try page.number(UInt16.self, at: 10)
            if flags & Self.overflowFlag != 0 {
                // Its end is known to the entry that names it.
                number += max(Int(try page.number(UInt32.self, at: 12)), 1)
                continue
            }
            guard flags & (Self.leafFlag | Self.branchFlag) != 0 else { throw .damaged }
            try clearGap(of: page, number: number)
            if flags & Self.leafFlag != 0 { try clearBehindValues(of: page, pagesCount) }
            number += 1
        }
    }

    /// Clears what lies between the pointers and the entries of a page.
    private func clearGap(of page: [UInt8], number: Int) throws(StorageError) {
        let lower = Int(try page.number(UInt16.self, at: 12))
        let upper = Int(try page.number(UInt16.self, at: 14))
        guard lower >= Self.pageHeaderBytes, lower <= upper, upper <= pageSizeBytes else {
            throw .damaged
        }
        if page[lower..<upper].contains(where: { $0 != 0 }) {
            try clear(from: number * pageSizeBytes + lower, count: upper - lower)
        }
    }

    /// Clears the rest of the pages of each value that has pages of its own.
    private func clearBehindValues(of page: [UInt8], _ pagesCount: Int) throws(StorageError) {
        let lower = Int(try page.number(UInt16.self, at: 12))
        for pointer in stride(from: Self.pageHeaderBytes, to: lower, by: 2) {
            let node = Int(try page.number(UInt16.self, at: pointer))
            let flags = try page.number(UInt16.self, at: node + 4)
            guard flags & Self.overflowDataFlag != 0 else { continue }
            let valueBytes = Int(try page.number(UInt32.self, at: node))
            let keyBytes = Int(try page.number(UInt16.self, at: node + 6))
            let first = try page.number(UInt64.self, at: node + Self.nodeHeaderBytes + keyBytes)
            guard first < UInt64(pagesCount) else { throw .damaged }
            let start = Int(first) * pageSizeBytes
            let header = try read(at: start, count: Self.pageHeaderBytes)
            let count = Int(try header.number(UInt32.self, at: 12))
            let used = Self.pageHeaderBytes + valueBytes
            guard count <= pagesCount - Int(first), used <= count * pageSizeBytes else {
                throw .damaged
            }
            let rest = try read(at: start + used, count: count * pageSizeBytes - used)
            if rest.contains(where: { $0 != 0 }) {
                try clear(from: start + used, count: rest.count)
            }
        }
    }

    private func read(at offset: Int, count: Int) throws(StorageError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let received = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe pread(file, buffer.baseAddress, count, off_t(offset))
        }
        if received < 0 { throw StorageError(systemCode: errno, call: "pread") }
        guard received == count else { throw .truncated }
        return bytes
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
