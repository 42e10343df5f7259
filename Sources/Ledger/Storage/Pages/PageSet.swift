/// Which pages of a file were met: a bit for each.
struct PageSet {
    private var words: [UInt64]
    /// How many are in the set.
    private(set) var count: UInt64 = 0

    /// Room for that many pages.
    init(pageCount: Int) {
        words = [UInt64](repeating: 0, count: pageCount / UInt64.bitWidth + 1)
    }

    /// Adds a page below the room's end; false when it is in the set already.
    mutating func insert(_ page: Int) -> Bool {
        let bit: UInt64 = 1 << UInt64(page % UInt64.bitWidth)
        let word = page / UInt64.bitWidth
        if words[word] & bit != 0 { return false }
        words[word] |= bit
        count += 1
        return true
    }

    /// The first page that is not in the set.
    var firstAbsent: UInt64 {
        let word = words.firstIndex { $0 != .max } ?? words.count
        let held = word < words.count ? (~words[word]).trailingZeroBitCount : 0
        return UInt64(word * UInt64.bitWidth + held)
    }
}
