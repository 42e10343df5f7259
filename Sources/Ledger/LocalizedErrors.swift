public import Foundation

// Foundation says "The operation could not be completed" of errors that are not of this kind.

extension LedgerError: LocalizedError {
    /// What is wrong and what to do.
    public var errorDescription: String? { description }
}

extension HostActionError: LocalizedError {
    /// What is wrong and what to do.
    public var errorDescription: String? { description }
}

extension AuditError: LocalizedError {
    /// What is wrong and what to do.
    public var errorDescription: String? { description }
}

extension CatalogError: LocalizedError {
    /// What is wrong and what to do.
    public var errorDescription: String? { description }
}

extension StorageError: LocalizedError {
    /// What is wrong and what to do.
    public var errorDescription: String? { description }
}

extension RecordError: LocalizedError {
    /// What is wrong and what to do.
    public var errorDescription: String? { description }
}
