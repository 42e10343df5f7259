import Ledger
import Testing

@testable import ledgerctl

/// The status that each error stands for.
@Suite struct ExitCodeTests {
    @Test("No error of the library passes for success", arguments: LedgerError.Code.allCases)
    func libraryErrors(code: LedgerError.Code) {
        let expected: ExitCode =
            switch code {
            case .invalidArgument: .wrongUsage
            case .noSuchLedger: .noSuchFile
            case .damaged, .newerFormat: .storageFailed
            case .ledgerExists: .answerIsNo
            }
        #expect(ExitCode(of: code) == expected)
    }

    @Test("A refusal of checkpoints is no, what is no key 64, a missing file 66, a failing disk 74")
    func audit() {
        for code in AuditError.Code.allCases {
            let expected: ExitCode =
                switch code {
                case .fileMissing: .noSuchFile
                case .fileFailed, .keyBusy: .storageFailed
                case .invalidKey, .sizesOutOfOrder: .wrongUsage
                default: .answerIsNo
                }
            #expect(ExitCode(of: code) == expected, "\(code)")
        }
    }

    @Test("A directory that is not there has status 66, every other error of the storage 74")
    func storageErrors() {
        for error: StorageError in [.directoryMissing, .notADirectory] {
            #expect(ExitCode(of: error as any Error) == .noSuchFile)
        }
        for error: StorageError in [
            .diskFull, .mapFull, .damaged, .notAStore, .storeMissing, .permissionDenied,
        ] {
            #expect(ExitCode(of: error as any Error) == .storageFailed)
        }
    }

    @Test("A refused host action is an answer, unless no ledger could do it")
    func hostActions() {
        for error: HostActionError in [
            .keyConflict(sequence: 1), .unknownKey, .unknownTransaction, .noSingleOwner,
            .insufficientBalance(shortfall: 1), .effectiveInFuture, .effectiveBeforeOriginal,
        ] {
            #expect(ExitCode(of: error as any Error) == .answerIsNo)
        }
        for error: HostActionError in [.invalidAccount, .amountNotPositive, .endsBeforeItBegins] {
            #expect(ExitCode(of: error as any Error) == .wrongUsage)
        }
    }

    @Test("An error that nobody foresaw is a failure, not an answer")
    func others() {
        struct Unforeseen: Error {}
        #expect(ExitCode(of: Unforeseen()) == .storageFailed)
        #expect(ExitCode(of: RecordError.truncated) == .storageFailed)
        #expect(ExitCode(of: UsageError.missingCommand(of: nil)) == .wrongUsage)
        #expect(ExitCode(of: ConsoleError.writeFailed(errno: 28)) == .storageFailed)
        let failure = CommandFailure(status: .noSuchFile, message: "")
        #expect(ExitCode(of: failure) == .noSuchFile)
    }

    @Test("The numbers are the ones that scripts rely on")
    func numbers() {
        let codes: [ExitCode] = [
            .done, .answerIsNo, .wrongUsage, .noSuchFile, .storageFailed,
        ]
        #expect(codes.map(\.rawValue) == [0, 1, 64, 66, 74])
    }
}
