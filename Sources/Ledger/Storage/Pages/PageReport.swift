/// What a walk over the pages of a data file found whole.
public struct PageReport: Sendable, Hashable {
    /// The transaction whose state was walked.
    public let transactionNumber: UInt64
    /// Pages of the state, from the start of the file to the last one that was ever used.
    public let pageCount: UInt64
    /// Pages of trees and first pages of large values, which were read.
    public let pagesRead: UInt64
    /// Pages that are free to be used again.
    public let freePages: UInt64
    /// The size of the file's pages.
    public let pageSizeBytes: Int
    /// The tables, in the order of their names.
    public let tables: [String]

    /// How many bytes the pages of the state take.
    public var bytes: UInt64 { pageCount * UInt64(pageSizeBytes) }
}
