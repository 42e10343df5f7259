/// What a file says about one table: in a meta page about its list of free pages and its directory
/// of tables, in the directory about every other table.
struct TableRecord: Hashable {
    /// The size of the file's pages, in the record of the free pages; otherwise nothing.
    let padding: UInt32
    let flags: UInt16
    let depth: Int
    let branchPagesCount: UInt64
    let leafPagesCount: UInt64
    let largePagesCount: UInt64
    let entriesCount: UInt64
    let root: UInt64

    /// Keys are numbers in the machine's byte order, as those of the free pages are.
    static let numberKeysFlag: UInt16 = 0x08

    /// Reads a record of `PageLayout.tableRecordBytes` bytes.
    init(_ bytes: [UInt8], at offset: Int) {
        padding = bytes.number(at: offset + PageLayout.Record.padding)
        flags = bytes.number(at: offset + PageLayout.Record.flags)
        depth = Int(bytes.number(at: offset + PageLayout.Record.depth, as: UInt16.self))
        branchPagesCount = bytes.number(at: offset + PageLayout.Record.branchPagesCount)
        leafPagesCount = bytes.number(at: offset + PageLayout.Record.leafPagesCount)
        largePagesCount = bytes.number(at: offset + PageLayout.Record.largePagesCount)
        entriesCount = bytes.number(at: offset + PageLayout.Record.entriesCount)
        root = bytes.number(at: offset + PageLayout.Record.root)
    }

    var isEmpty: Bool { root == PageLayout.noPage }

    /// Whether the record can be that of a table of this library, which has no flags.
    var isPlain: Bool { padding == 0 && flags == 0 && hasPossibleDepth }

    /// An empty table has nothing; any other has at least one page.
    var hasPossibleDepth: Bool {
        isEmpty
            ? depth == 0 && branchPagesCount == 0 && leafPagesCount == 0 && largePagesCount == 0
                && entriesCount == 0
            : (1...PageLayout.depthMax).contains(depth)
    }
}
