internal import Glibc

/// The check of a data file's pages, before liblmdb looks at any.
enum PageCheck {
    /// How often the meta pages are read while another process changes them.
    private static let attemptsMax = 10
    private static let retryMicroseconds: UInt32 = 2_000

    /// Walks the newest state of a directory's data file.
    ///
    /// The state is held by a read transaction meanwhile where that is possible: then other
    /// processes may write. A directory that may not be written to has no readers' file; its newest
    /// state is walked as it lies there.
    ///
    /// - Throws: `pageDamaged`, `truncated`, `notAStore`, `formatMismatch` for a file that is not
    ///   whole, and what keeps the check from being made.
    static func run(
        directory: String, mapSizeBytes: Int, tables: PageCheckTables,
        progress: @escaping (_ done: UInt64, _ all: UInt64) -> Void
    ) throws(StorageError) -> PageReport {
        // Nothing is opened by liblmdb before the pages that it reads at opening are whole.
        _ = try metaPages(directory: directory)
        var options = LMDBEnvironmentOptions(access: .readOnly)
        options.mapSizeBytes = mapSizeBytes
        for _ in 0..<attemptsMax {
            do throws(StorageError) {
                return try LMDBEnvironment.withSnapshot(of: directory, options: options) {
                    (number) throws(StorageError) in
                    try walk(directory, UInt64(number), tables, progress)
                }
            } catch {
                switch error {
                // Two commits since the state was taken: its meta page is another one's by now.
                case .openContended: usleep(retryMicroseconds)
                case .permissionDenied: return try walkUnheld(directory, tables, progress)
                default: throw error
                }
            }
        }
        throw .openContended(code: EAGAIN)
    }

    /// Reads both meta pages of a file that other processes may be writing.
    static func metaPages(directory: String) throws(StorageError) -> MetaPages {
        let file = try PageFile(directory: directory)
        var failure = StorageError.notAStore
        for attempt in 0..<attemptsMax {
            do throws(StorageError) {
                return try MetaPages(file)
            } catch {
                // Two commits between the two reads look like damage, but not twice.
                if attempt > 0, error == failure { throw error }
                failure = error
            }
            usleep(retryMicroseconds)
        }
        throw failure
    }

    /// Walks the newest state; once more where another process wrote meanwhile.
    static func walkUnheld(
        _ directory: String, _ tables: PageCheckTables,
        _ progress: @escaping (_ done: UInt64, _ all: UInt64) -> Void
    ) throws(StorageError) -> PageReport {
        for _ in 0..<attemptsMax {
            let number = try metaPages(directory: directory).newest.transactionNumber
            do throws(StorageError) {
                return try walk(directory, number, tables, progress)
            } catch {
                let isSame =
                    try metaPages(directory: directory).newest.transactionNumber == number
                if isSame { throw error }
            }
        }
        throw .openContended(code: EAGAIN)
    }

    private static func walk(
        _ directory: String, _ number: UInt64, _ tables: PageCheckTables,
        _ progress: @escaping (_ done: UInt64, _ all: UInt64) -> Void
    ) throws(StorageError) -> PageReport {
        let metaPages = try metaPages(directory: directory)
        guard let state = metaPages.state(of: number), let size = state.pageSizeBytes else {
            throw .openContended(code: EAGAIN)
        }
        let file = try PageFile(directory: directory)
        // The held state need not be the newest by now.
        try state.check(fileBytes: try FileStatus(file: file.descriptor).sizeBytes)
        let page = number & 1
        let other = metaPages.even == state ? metaPages.odd : metaPages.even
        try OwnState.check(other, file)
        // Asked after the state was read, because a commit writes its pages before its meta page.
        let presentCount = UInt64(try FileStatus(file: file.descriptor).sizeBytes / size)
        var walk = PageWalk(
            file, pageSizeBytes: size, presentCount: presentCount, lastPage: state.lastPage,
            allowed: tables, progress: progress)
        try walk.walk(.freePages, state.freePages, of: page)
        guard number < OwnState.firstFreeing || walk.newestFreeing == number else {
            throw MetaPage.damage(page, .stateNotItsOwn)
        }
        try walk.walk(.directory, state.directory, of: page)
        let found = walk.tables
        guard tables.areComplete(found.map(\.name)) else {
            throw MetaPage.damage(state.directory.root, .tableMissing)
        }
        for (name, record) in found {
            try walk.walk(.table(name), record, of: state.directory.root)
        }
        try walk.checkNothingIsLost()
        return PageReport(
            transactionNumber: number, pageCount: walk.pageCount, pagesRead: walk.readCount,
            freePages: walk.freePagesCount, pageSizeBytes: size, tables: found.map(\.name))
    }
}
