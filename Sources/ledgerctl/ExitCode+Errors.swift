import Ledger

extension ExitCode {
    /// The status that an error of the library stands for.
    init(of code: LedgerError.Code) {
        self =
            switch code {
            case .invalidArgument: .wrongUsage
            case .noSuchLedger: .noSuchFile
            case .damaged, .newerFormat: .storageFailed
            case .ledgerExists: .answerIsNo
            }
    }

    /// The status that a refusal of a host action stands for.
    ///
    /// What no ledger could do is wrong usage; what this one cannot do is "no".
    init(of error: HostActionError) {
        self =
            switch error {
            case .invalidAccount, .amountNotPositive, .amountTooLarge, .endsBeforeItBegins:
                .wrongUsage
            case .keyConflict, .unknownKey, .unknownTransaction, .ambiguousTransaction,
                .noSingleOwner, .erasureTooLarge, .insufficientBalance, .effectiveInFuture,
                .effectiveBeforeOriginal:
                .answerIsNo
            }
    }

    /// The status that an error of keys, checkpoints and proofs stands for.
    init(of code: AuditError.Code) {
        self =
            switch code {
            case .fileMissing: .noSuchFile
            case .fileFailed, .keyBusy: .storageFailed
            case .invalidKey, .sizesOutOfOrder: .wrongUsage
            default: .answerIsNo
            }
    }

    /// The status that an error of the storage stands for.
    ///
    /// A directory without a data file is `noSuchLedger`; one that `storeMissing` gets as far as
    /// here for has a data file that is empty, which is damage.
    init(of error: StorageError) {
        self =
            switch error {
            case .directoryMissing, .notADirectory: .noSuchFile
            default: .storageFailed
            }
    }

    /// The status that any error stands for.
    ///
    /// What is not known here is a failure of the machine: no answer was found, so it is not "no".
    init(of error: any Error) {
        self =
            switch error {
            case is UsageError: .wrongUsage
            case let error as CommandFailure: error.status
            case let error as LedgerError: ExitCode(of: error.code)
            case let error as StorageError: ExitCode(of: error)
            case let error as HostActionError: ExitCode(of: error)
            case let error as AuditError: ExitCode(of: error.code)
            case is CatalogError: .answerIsNo
            case ConsoleError.readerIsGone: .done
            default: .storageFailed
            }
    }
}
