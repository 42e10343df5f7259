internal import Glibc

/// The pages on the way from a root to a leaf, one for each level, in one block of memory.
///
/// A place in it is an offset, so that keys of different pages are compared without being copied.
struct PageArena: ~Copyable {
    /// The bytes of the pages, level after level.
    private(set) var bytes: [UInt8]
    let pageSizeBytes: Int
    /// For each even offset of a page, how long the entry is that begins there; zeros between
    /// pages.
    private var entryLengths: [UInt16]

    init(pageSizeBytes: Int) {
        self.pageSizeBytes = pageSizeBytes
        bytes = [UInt8](repeating: 0, count: pageSizeBytes * PageLayout.depthMax)
        entryLengths = [UInt16](repeating: 0, count: pageSizeBytes / 2)
    }

    /// Where the page of a level begins.
    func start(ofLevel level: Int) -> Int { level * pageSizeBytes }

    /// Reads a page to its level's place; false where the file ends before the page does.
    mutating func load(
        _ page: Int, from file: borrowing PageFile, level: Int
    ) throws(StorageError) -> Bool {
        try file.read(
            at: page * pageSizeBytes, count: pageSizeBytes, into: &bytes, at: start(ofLevel: level))
            == pageSizeBytes
    }

    func number<Value: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int, as type: Value.Type = Value.self
    ) -> Value {
        bytes.number(at: offset)
    }

    /// Less than zero where the first key is before the second one, as liblmdb orders them.
    func compare(_ one: Range<Int>, _ other: Range<Int>, asNumbers: Bool) -> Int {
        if asNumbers {
            let (left, right) = (
                number(at: one.lowerBound, as: UInt64.self),
                number(at: other.lowerBound, as: UInt64.self)
            )
            return left < right ? -1 : left == right ? 0 : 1
        }
        let common = min(one.count, other.count)
        let order = unsafe bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            return Int(unsafe memcmp(base + one.lowerBound, base + other.lowerBound, common))
        }
        return order != 0 ? order : one.count - other.count
    }

    /// Notes an entry of the page that is being looked at; false where another one begins there.
    ///
    /// Offset and length are even, and end in the page; the length is above zero.
    mutating func noteEntry(at offset: Int, count: Int) -> Bool {
        guard entryLengths[offset / 2] == 0 else { return false }
        entryLengths[offset / 2] = UInt16(truncatingIfNeeded: count)
        return true
    }

    /// Whether the noted entries stand one behind the other from an offset to the page's end;
    /// forgets them.
    mutating func entriesFill(from start: Int, count: Int) -> Bool {
        var offset = start
        for _ in 0..<count {
            guard offset < pageSizeBytes, entryLengths[offset / 2] != 0 else { return false }
            let length = Int(entryLengths[offset / 2])
            entryLengths[offset / 2] = 0
            offset += length
        }
        return offset == pageSizeBytes
    }
}
