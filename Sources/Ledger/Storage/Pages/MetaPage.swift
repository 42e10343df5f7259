/// One of the two pages at the start of a file: a state of the store.
///
/// Transactions with even numbers are kept in page 0, odd ones in page 1, so that a commit
/// overwrites the state before the one it follows.
struct MetaPage: Hashable {
    /// Whether the page is of the version of the format that the library reads.
    let hasVersion: Bool
    let transactionNumber: UInt64
    let lastPage: UInt64
    let mapSizeBytes: UInt64
    let freePages: TableRecord
    let directory: TableRecord

    private static let magic: UInt32 = 0xBEEF_C0DE
    private static let version: UInt32 = 1
    /// Addresses of a process have no more bits on the machines that the library runs on, so no map
    /// is larger: 2^52 bytes.
    private static let mapSizeBytesMax: UInt64 = 1 << 52

    /// Reads a meta page and checks what liblmdb never changes in it.
    ///
    /// - Parameters:
    ///   - bytes: at least the first `PageLayout.metaBytes` of the page.
    ///   - page: 0 or 1.
    /// - Throws: `notAStore`, `pageDamaged`.
    init(_ bytes: [UInt8], page: UInt64) throws(StorageError) {
        guard bytes.count >= PageLayout.metaBytes else { throw .notAStore }
        let hasMagic = bytes.number(at: PageLayout.Meta.magic) == Self.magic
        let hasKind = bytes.number(at: PageLayout.Header.kind) == PageLayout.Kind.meta
        if !hasMagic, !hasKind { throw .notAStore }
        // One byte that is wrong in what every other byte says is a meta page is damage.
        guard hasMagic, hasKind else { throw Self.damage(page) }
        hasVersion = bytes.number(at: PageLayout.Meta.version) == Self.version
        transactionNumber = bytes.number(at: PageLayout.Meta.transactionNumber)
        lastPage = bytes.number(at: PageLayout.Meta.lastPage)
        mapSizeBytes = bytes.number(at: PageLayout.Meta.mapSize)
        freePages = TableRecord(bytes, at: PageLayout.Meta.freePages)
        directory = TableRecord(bytes, at: PageLayout.Meta.directory)
        guard bytes.number(at: PageLayout.Header.number) == page,
            bytes.number(at: PageLayout.Header.padding, as: UInt16.self) == 0,
            bytes.number(at: PageLayout.Header.largePageCount, as: UInt32.self) == 0,
            bytes.number(at: PageLayout.Meta.mapAddress, as: UInt64.self) == 0
        else { throw Self.damage(page) }
        // The states are of even and odd numbers; a file that has none yet has 0 twice.
        guard transactionNumber & 1 == page || transactionNumber == 0 else {
            throw Self.damage(page, .statesApart)
        }
    }

    /// The size of the file's pages as the page says it; nil where it cannot be.
    var pageSizeBytes: Int? {
        let size = Int(freePages.padding)
        return PageLayout.pageSizeBytesRange.contains(size) && size & (size - 1) == 0 ? size : nil
    }

    /// Throws unless the state can be one of a file that is so long.
    ///
    /// - Throws: `truncated`, `pageDamaged`.
    func check(fileBytes: Int) throws(StorageError) {
        let page = transactionNumber & 1
        guard let pageSizeBytes, freePages.flags == TableRecord.numberKeysFlag,
            freePages.hasPossibleDepth, directory.isPlain
        else { throw Self.damage(page, .tableRecordWrong) }
        let (pageCount, isTooMany) = lastPage.addingReportingOverflow(1)
        let (bytes, isTooLong) = pageCount.multipliedReportingOverflow(by: UInt64(pageSizeBytes))
        guard !isTooMany, !isTooLong, pageCount >= PageLayout.metaPageCount,
            pageCount <= PageLayout.pageCountMax,
            bytes <= mapSizeBytes, mapSizeBytes <= Self.mapSizeBytesMax
        else { throw Self.damage(page, .lastPageOutOfRange) }
        guard missingBytes(of: bytes, fileBytes) <= nameableBytes(fileBytes, pageSizeBytes) else {
            throw .truncated
        }
    }

    private func missingBytes(of bytes: UInt64, _ fileBytes: Int) -> UInt64 {
        bytes - min(bytes, UInt64(clamping: fileBytes))
    }

    /// A file may lack pages at its end only if its list of free pages names each, by 8 bytes.
    private func nameableBytes(_ fileBytes: Int, _ pageSizeBytes: Int) -> UInt64 {
        let names = UInt64(clamping: fileBytes) / UInt64(PageLayout.pageNumberBytes)
        let (bytes, isTooMany) = names.multipliedReportingOverflow(by: UInt64(pageSizeBytes))
        return isTooMany ? .max : bytes
    }

    static func damage(
        _ page: UInt64, _ kind: PageDamage.Kind = .notAMetaPage
    ) -> StorageError {
        .pageDamaged(PageDamage(page: page, table: nil, kind: kind))
    }
}

/// Both meta pages of a file.
struct MetaPages: Hashable {
    let even: MetaPage
    let odd: MetaPage

    var newest: MetaPage { even.transactionNumber < odd.transactionNumber ? odd : even }
    var older: MetaPage { even.transactionNumber < odd.transactionNumber ? even : odd }

    /// Reads both and checks that one state follows the other.
    ///
    /// - Throws: `notAStore`, `formatMismatch`, `pageDamaged`, and what keeps the file from being read.
    init(_ file: borrowing PageFile) throws(StorageError) {
        let size = try FileStatus(file: file.descriptor).sizeBytes
        let even = try MetaPage(try file.bytes(at: 0, count: PageLayout.metaBytes), page: 0)
        guard let pageSizeBytes = even.pageSizeBytes else {
            throw even.hasVersion ? MetaPage.damage(0, .tableRecordWrong) : .formatMismatch
        }
        guard size >= 2 * pageSizeBytes else { throw .notAStore }
        let head = try file.bytes(at: pageSizeBytes, count: PageLayout.metaBytes)
        let odd: MetaPage
        do throws(StorageError) {
            odd = try MetaPage(head, page: 1)
        } catch {
            // Page 0 says that it is a store, so page 1 is not of another program.
            throw error == .notAStore ? MetaPage.damage(1) : error
        }
        guard even.hasVersion || odd.hasVersion else { throw .formatMismatch }
        guard even.hasVersion, odd.hasVersion else {
            throw MetaPage.damage(even.hasVersion ? 1 : 0)
        }
        guard odd.pageSizeBytes == pageSizeBytes else {
            throw MetaPage.damage(1, .tableRecordWrong)
        }
        let (low, high): (UInt64, UInt64) = (
            min(even.transactionNumber, odd.transactionNumber),
            max(even.transactionNumber, odd.transactionNumber)
        )
        guard high - low == 1 || high == 0 else { throw MetaPage.damage(high & 1, .statesApart) }
        self.even = even
        self.odd = odd
        try newest.check(fileBytes: size)
    }

    /// The state of a transaction; nil where neither page has it.
    func state(of transactionNumber: UInt64) -> MetaPage? {
        [even, odd].first { $0.transactionNumber == transactionNumber }
    }
}
