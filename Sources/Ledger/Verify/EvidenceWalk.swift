/// The walk over the evidence: every event against the signed bytes that prove it.
struct EvidenceWalk {
    let evidenceReader: EvidenceReader
    /// Nil where signatures are not checked again.
    let verifier: SignedInputVerifier?
    let symbols: SymbolCache
    let reader: LogReader
    /// Brought up to date before each part of the walk.
    var erasures = ErasureRecords()
    private let hasher: SHA256
    /// The input whose events come now, with its evidence.
    private var inputSequence: UInt64?
    private var stored: StoredEvidence
    /// What its signed bytes say; nil where they were not verified again.
    private var submission: Submission?
    /// The input whose events come now, where its evidence was erased.
    private var erasedInput: UInt64?
    /// Where a part of the log begins in which no input has begun yet.
    private var partStart: UInt64?

    init(
        reader: LogReader, verifier: SignedInputVerifier?, symbols: SymbolCache
    ) throws {
        hasher = try SHA256()
        stored = StoredEvidence(hasher: hasher)
        self.reader = reader
        evidenceReader = EvidenceReader(tables: reader.tables)
        self.verifier = verifier
        self.symbols = symbols
    }

    /// Begins a part of the log, which may lie in the middle of an input.
    mutating func start(at sequence: UInt64) {
        inputSequence = nil
        erasedInput = nil
        partStart = sequence
    }

    /// Opens the last input before the part, if it is not known by now.
    private mutating func openInputBeforePart(
        inputs: inout LMDBCursor, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        guard let start = partStart else { return }
        partStart = nil
        var sequence = start
        while sequence > 1 {
            sequence -= 1
            let key = LMDBKey(sequence)
            let record = try reader.tables.log.get(key.bytes, in: transaction) {
                [UInt8](copying: $0)
            }
            guard let record, let fields = try? RecordDecoder.decode(record.bytes),
                fields.evidenceSequence == sequence
            else { continue }
            // Its own part counts it and reports what is wrong with it.
            var report = VerificationReport()
            return try open(
                fields, sequence, report: &report, inputs: &inputs, in: transaction)
        }
    }

    /// Checks one event against its evidence; events come in the order of the log.
    ///
    /// `inputs` is a cursor of the table `evidence`.
    mutating func check(
        _ fields: EventFields, _ sequence: UInt64, report: inout VerificationReport,
        inputs: inout LMDBCursor, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        guard let first = fields.evidenceSequence else { return }
        if first == sequence {
            try open(fields, sequence, report: &report, inputs: &inputs, in: transaction)
        } else {
            try openInputBeforePart(inputs: &inputs, in: transaction)
        }
        guard inputSequence == first else {
            if first != sequence, first != erasedInput {
                report.add(.evidenceMissing, sequence, "its input's evidence was not read")
            }
            return
        }
        if erasures.covers(fields, sequence) {
            report.add(.erasedIsThere, sequence, "the evidence of an erased customer")
        }
        let part = Int(fields.evidencePart ?? -1)
        guard part >= 0, part < stored.count, let digest = fields.evidenceDigest else {
            report.add(.evidenceDiffers, sequence, "the evidence has no such part")
            return
        }
        if stored.commitment(ofPart: part) != MerkleHash(digest.bytes) {
            report.add(.evidenceDiffers, sequence, "the record commits to other bytes")
        }
        if let submission {
            try compare(fields, submission, sequence, report: &report)
            compareDates(fields, submission, sequence, report: &report)
            try compareNames(fields, submission, sequence, report: &report, in: transaction)
        }
    }

    /// Reads the evidence of an input, and verifies it again where that is asked for.
    private mutating func open(
        _ fields: EventFields, _ sequence: UInt64, report: inout VerificationReport,
        inputs: inout LMDBCursor, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        (inputSequence, erasedInput, partStart) = (nil, nil, nil)
        submission = nil
        do {
            guard
                try evidenceReader.read(
                    &stored, at: sequence, by: &inputs, in: transaction)
            else {
                if try erasures.coversInput(at: sequence, reader: reader, in: transaction) {
                    erasedInput = sequence
                    report.erasedEvidence += 1
                } else {
                    report.add(.evidenceMissing, sequence, "no erasure names it")
                }
                return
            }
            report.evidence += 1
            if let verifier {
                submission = try verify(
                    stored.evidence(), fields, sequence, with: verifier, report: &report)
            }
            inputSequence = sequence
        } catch let error as EvidenceError {
            report.add(.evidenceUnreadable, sequence, "\(error)")
        }
    }

    private func verify(
        _ evidence: Evidence, _ fields: EventFields, _ sequence: UInt64,
        with verifier: SignedInputVerifier, report: inout VerificationReport
    ) throws -> Submission? {
        report.signatures += 1
        switch try verifier.verify(evidence.asInput, recordedAt: fields.recordedAt) {
        case .verified(let verified): return Submission(verified, presentedBy: nil)
        case .refused(let reason):
            report.add(.signatureRefused, sequence, reason.rawValue)
            return nil
        }
    }

    /// Compares the dates that a record says were signed with those of the signed bytes.
    private func compareDates(
        _ fields: EventFields, _ submission: Submission, _ sequence: UInt64,
        report: inout VerificationReport
    ) {
        let signedDate: Instant?
        switch fields.kind {
        case .transaction, .renewal, .revocation, .reversal:
            signedDate = submission.transaction?.signedDate
        case .renewalInfo: signedDate = submission.renewalInfo?.signedDate
        case .appTransaction: signedDate = submission.appTransaction?.signedDate
        case .notification: signedDate = submission.notification?.signedDate
        default: signedDate = fields.signedDate
        }
        // What a statement without a date is held at is the ledger's own affair.
        let stated = [
            (fields.statedTransactionSignedDate, submission.transaction?.signedDate),
            (fields.statedRenewalInfoSignedDate, submission.renewalInfo?.signedDate),
        ]
        let isStatedRight = stated.allSatisfy { recorded, signed in
            recorded == nil || signed == nil || recorded == signed
        }
        if fields.signedDate != signedDate || !isStatedRight {
            report.add(.recordDisagreesWithEvidence, sequence, "it was signed at another date")
        }
    }

    /// Compares whom a record names with whom the signed bytes name;
    /// who was erased is not compared.
    private func compareNames(
        _ fields: EventFields, _ submission: Submission, _ sequence: UInt64,
        report: inout VerificationReport,
        in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        let signed: (token: String?, apple: Identity?)
        switch fields.kind {
        case .transaction, .renewal, .revocation, .reversal:
            signed = (
                submission.transaction?.appAccountToken,
                Identity(
                    appTransactionID: submission.transaction?.appTransactionID,
                    environment: fields.environment)
            )
        case .renewalInfo:
            signed = (
                submission.renewalInfo?.appAccountToken,
                Identity(
                    appTransactionID: submission.renewalInfo?.appTransactionID,
                    environment: fields.environment)
            )
        case .appTransaction:
            guard let appTransaction = submission.appTransaction else { return }
            signed = (
                nil,
                try Identity(appTransaction, environment: fields.environment, hasher: hasher)
            )
        default: return
        }
        let pairs = [
            (fields.account, AccountToken(signedText: signed.token)?.text),
            (fields.appTransaction, signed.apple?.text),
        ]
        for (number, text) in pairs {
            guard let number else {
                if text != nil {
                    report.add(.recordDisagreesWithEvidence, sequence, "it leaves out a customer")
                }
                continue
            }
            let held = try evidenceReader.identityText(number, in: transaction)
            if let held, held != text {
                report.add(.recordDisagreesWithEvidence, sequence, "it names another customer")
            }
        }
    }

    /// Reads the fields from the signed bytes again and compares them with the record.
    private func compare(
        _ fields: EventFields, _ submission: Submission, _ sequence: UInt64,
        report: inout VerificationReport
    ) throws {
        var interner = KnownSymbols(find: symbols.symbol(of:))
        var signed = EventFields(
            kind: fields.kind, recordedAt: fields.recordedAt, effectiveAt: fields.effectiveAt)
        switch fields.kind {
        case .transaction, .renewal, .revocation, .reversal:
            guard let transaction = submission.transaction else { break }
            try signed.set(transaction, interner: &interner)
        case .renewalInfo:
            guard let renewalInfo = submission.renewalInfo else { break }
            try signed.set(renewalInfo, interner: &interner)
        case .appTransaction:
            guard let appTransaction = submission.appTransaction else { break }
            try signed.set(appTransaction, interner: &interner)
        case .notification:
            guard let notification = submission.notification else { break }
            try signed.set(notification, interner: &interner)
        default: return
        }
        func content(_ fields: EventFields) throws -> [UInt8] {
            try ContentDigester.content(of: fields, text: symbols.heldText)
        }
        if interner.isMissingAny {
            report.add(.recordDisagreesWithEvidence, sequence, "the signed bytes say more")
        } else if try content(signed) != content(fields) {
            report.add(.recordDisagreesWithEvidence, sequence, "the signed bytes say otherwise")
        }
    }
}

extension Evidence {
    /// The input that the evidence was: a token that stands alone, or a transaction beside a
    /// renewal info.
    fileprivate var asInput: SignedInput {
        let outer = parts.first?.compactJWS ?? []
        guard parts.count == 2, let kind = try? PayloadKind(of: parts[0].payload),
            kind == .transaction
        else { return .unrecognized(outer) }
        return .transaction(outer, renewalInfo: parts[1].compactJWS)
    }
}
