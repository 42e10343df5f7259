/// The walk over the evidence: every event against the signed bytes that prove it.
struct EvidenceWalk {
    let evidenceReader: EvidenceReader
    /// Nil where signatures are not checked again.
    let verifier: SignedInputVerifier?
    /// Of inputs that would not be accepted now.
    private var recordedApps: RecordedAppVerifier
    let symbols: SymbolCache
    let reader: LogReader
    /// Brought up to date before each part of the walk.
    var erasures = ErasureRecords()
    private let hasher: SHA256
    /// The input whose events come now, with its evidence.
    private var inputSequence: UInt64?
    private var stored: StoredEvidence
    /// What its signed bytes say; nil where they were not verified again.
    private var comparison: InputComparison?
    /// The input whose events come now, where its evidence was erased.
    private var erasedInput: InputRecords?
    /// The input whose events come now, where its evidence cannot be looked at, as was reported.
    private var skippedInput: UInt64?
    /// Headers that are not found by their digest: they were changed, or the row that finds them.
    private let suspectHeaders: Set<UInt32>
    /// Where a part of the log begins in which no input has begun yet.
    private var partStart: UInt64?

    init(
        reader: LogReader, verifier: SignedInputVerifier?, symbols: SymbolCache,
        suspectHeaders: Set<UInt32> = []
    ) throws {
        hasher = try SHA256()
        stored = StoredEvidence(hasher: hasher)
        self.reader = reader
        evidenceReader = EvidenceReader(tables: reader.tables)
        self.verifier = verifier
        recordedApps = RecordedAppVerifier(
            rootCertificates: verifier?.policy.rootCertificates ?? [])
        self.symbols = symbols
        self.suspectHeaders = suspectHeaders
    }

    /// Begins a part of the log, which may lie in the middle of an input.
    mutating func start(at sequence: UInt64) {
        (inputSequence, erasedInput, skippedInput) = (nil, nil, nil)
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
            guard let fields = try reader.readable(sequence, in: transaction).fields,
                fields.evidenceSequence == sequence, fields.kind.isSigned,
                fields.evidencePart != nil, fields.evidenceDigest != nil
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
        guard fields.kind.isSigned else {
            if fields.namesEvidence {
                report.add(.evidenceDiffers, sequence, "no event of its kind names evidence")
            }
            return
        }
        guard let first = fields.evidenceSequence, let part = fields.evidencePart.map({ Int($0) }),
            let digest = fields.evidenceDigest
        else {
            report.add(.evidenceMissing, sequence, "the record names none")
            return
        }
        if first == sequence {
            try open(fields, sequence, report: &report, inputs: &inputs, in: transaction)
        } else {
            try openInputBeforePart(inputs: &inputs, in: transaction)
        }
        guard inputSequence == first else {
            let isErased = erasedInput?.first == first && erasedInput?.contains(sequence) == true
            if first != sequence, !isErased, first != skippedInput {
                report.add(.evidenceMissing, sequence, "its input's evidence was not read")
            }
            return
        }
        let isErased = erasures.covers(fields, sequence)
        if isErased {
            report.add(.erasedIsThere, sequence, "the evidence of an erased customer")
        }
        guard part >= 0, part < stored.count else {
            report.add(.evidenceDiffers, sequence, "the evidence has no such part")
            return
        }
        if stored.commitment(ofPart: part) != MerkleHash(digest.bytes) {
            report.add(.evidenceDiffers, sequence, "the record commits to other bytes")
        }
        try comparison?.check(
            fields, sequence, isErased: isErased, report: &report, in: transaction)
    }

    /// Reads the evidence of an input, and verifies it again where that is asked for.
    private mutating func open(
        _ fields: EventFields, _ sequence: UInt64, report: inout VerificationReport,
        inputs: inout LMDBCursor, in transaction: borrowing some LMDBTransaction & ~Copyable
    ) throws {
        (inputSequence, erasedInput, partStart, skippedInput) = (nil, nil, nil, nil)
        comparison = nil
        do {
            guard
                try evidenceReader.read(
                    &stored, at: sequence, by: &inputs, in: transaction)
            else {
                let records = try InputRecords(at: sequence, reader: reader, in: transaction)
                if erasures.covers(records) {
                    erasedInput = records
                    report.erasedEvidence += 1
                } else {
                    report.add(.evidenceMissing, sequence, "no erasure names it")
                }
                return
            }
            report.evidence += 1
            if let header = stored.header(in: suspectHeaders), !isCommitted(by: fields) {
                report.changedHeaders[header, default: 0] += 1
                skippedInput = sequence
                return
            }
            let evidence = verifier == nil ? nil : stored.evidence()
            if let verifier, let evidence,
                let submission = try verify(
                    evidence, fields, sequence, with: verifier, report: &report)
            {
                var made = try InputComparison(
                    submission, at: sequence, reader: reader, symbols: symbols, hasher: hasher,
                    in: transaction)
                if !made.isCut {
                    try made.checkWhole(report: &report, in: transaction)
                    comparison = made
                }
                if submission.evidence != evidence || !stored.isPunched(as: submission) {
                    report.add(
                        .evidenceDiffers, sequence, "it is not what the signed token carries")
                }
            }
            inputSequence = sequence
        } catch let error as EvidenceError {
            report.add(.evidenceUnreadable, sequence, error.description)
            skippedInput = sequence
        }
    }

    /// Whether an event commits to its part of the row.
    private func isCommitted(by fields: EventFields) -> Bool {
        guard let part = fields.evidencePart, let digest = fields.evidenceDigest,
            part >= 0, part < stored.count
        else { return false }
        return stored.commitment(ofPart: Int(part)) == MerkleHash(digest.bytes)
    }

    /// The verifier of the app that an event names; nil where it names none.
    private mutating func recordedVerifier(
        of fields: EventFields
    ) throws(TrustPolicyError) -> SignedInputVerifier? {
        guard let bundleID = fields.bundle.flatMap(symbols.text(of:)),
            let environment = fields.environment.environment
        else { return nil }
        return try recordedApps.verifier(
            of: TrustPolicy.App(bundleID: bundleID, appAppleID: fields.appAppleID),
            in: environment)
    }

    private mutating func verify(
        _ evidence: Evidence, _ fields: EventFields, _ sequence: UInt64,
        with verifier: SignedInputVerifier, report: inout VerificationReport
    ) throws -> Submission? {
        report.signatures += 1
        let input = evidence.asInput
        var result = try verifier.verify(input, recordedAt: fields.recordedAt)
        if case .refused(let reason) = result, reason == .app || reason == .environment,
            let recorded = try recordedVerifier(of: fields)
        {
            result = try recorded.verify(input, recordedAt: fields.recordedAt)
            report.notAccepted += 1
        }
        switch result {
        case .verified(let verified): return Submission(verified, presentedBy: nil)
        case .refused(let reason):
            report.add(.signatureRefused, sequence, reason.rawValue)
            return nil
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
