/// Makes submissions ready for the writer; for one thread at a time, because it keeps contexts of
/// zstd and libcrypto that are used again and again.
final class SubmissionPreparer {
    private let compression: EvidenceCompression
    private let hasher: SHA256
    private let symbols: SymbolCache
    /// Nearly every token has the header of the one before it.
    private var lastHeader: EvidenceHeader?

    init(dictionary: [UInt8], symbols: SymbolCache) throws {
        compression = try EvidenceCompression(dictionary: dictionary)
        hasher = try SHA256()
        self.symbols = symbols
    }

    /// Does everything that depends on a submission alone.
    ///
    /// - Throws: `EvidenceError`, `IntegrityError`, `LedgerError.Code.damaged`.
    func prepare(_ submission: Submission) throws -> PreparedSubmission {
        var interner = ProvisionalSymbols(committed: symbols)
        var drafts = try StatementDraft.drafts(
            of: submission, interner: &interner, hasher: hasher)
        // What is encoded with a provisional symbol would have to be encoded again.
        if interner.texts.isEmpty {
            for index in drafts.indices {
                drafts[index].content = try EncodedContent(of: &drafts[index].fields) {
                    try interner.text(of: $0)
                }
            }
        }
        let headers = try submission.evidence.parts.map { try header(of: $0) }
        let evidence = try PreparedEvidence(
            submission.evidence, isNotification: submission.notification != nil,
            headers: headers, salt: RandomBytes.make(count: EvidenceRow.saltByteCount),
            compression: compression, hasher: hasher)
        return PreparedSubmission(
            environment: submission.environment, bundleID: submission.bundleID,
            drafts: drafts.map { PreparedStatement($0) },
            newTexts: interner.texts, evidence: evidence,
            transactionID: submission.transaction?.id, presentedBy: submission.presentedBy)
    }

    private func header(of part: Evidence.Part) throws(IntegrityError) -> EvidenceHeader {
        if let lastHeader, part.hasHeader(lastHeader.bytes) { return lastHeader }
        let header = try EvidenceHeader(part.header, hasher: hasher)
        lastHeader = header
        return header
    }
}

/// The preparers of a ledger, for any number of tasks at once.
final class SubmissionPreparation: Sendable {
    /// Preparers that are kept for the next task; more are made when more tasks run at once.
    static let idleCountMax = 64

    private let symbols: SymbolCache
    /// Nil where the ledger has lost it.
    private let dictionary: [UInt8]?
    private let idle = Lock<[Idle]>([])

    private struct Idle: @unchecked Sendable {
        // @unchecked Sendable because one task at a time takes a preparer out of the list.
        let preparer: SubmissionPreparer
    }

    /// - Parameters:
    ///   - dictionary: the one that new evidence is compressed with, as the ledger holds it.
    ///   - symbols: those that the ledger has committed.
    init(dictionary: [UInt8]?, symbols: SymbolCache) {
        self.dictionary = dictionary
        self.symbols = symbols
    }

    /// Makes a submission ready for the writer.
    ///
    /// - Throws: `LedgerError.Code.damaged` where the dictionary is missing or damaged, `EvidenceError`,
    ///   `IntegrityError`.
    func prepare(_ submission: Submission) throws -> PreparedSubmission {
        let preparer = try idle.withLock { $0.popLast() }?.preparer ?? make()
        let prepared = try preparer.prepare(submission)
        let kept = Idle(preparer: preparer)
        idle.withLock { if $0.count < Self.idleCountMax { $0.append(kept) } }
        return prepared
    }

    private func make() throws -> SubmissionPreparer {
        guard let dictionary else {
            throw LedgerError(
                .damaged, "the dictionary of the evidence is missing; restore a backup")
        }
        do {
            return try SubmissionPreparer(dictionary: dictionary, symbols: symbols)
        } catch EvidenceError.damaged {
            throw LedgerError(
                .damaged, "the dictionary of the evidence is damaged; restore a backup")
        }
    }
}
