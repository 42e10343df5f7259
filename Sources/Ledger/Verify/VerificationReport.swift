/// What a walk over the whole ledger found.
public struct VerificationReport: Sendable, Hashable {
    /// One thing that is not as it was written.
    public struct Damage: Sendable, Hashable {
        /// What kind of damage it is.
        public var kind: Kind
        /// The event that it was found at; nil where it belongs to none.
        public var sequence: UInt64?
        /// What is wrong, without account data.
        public var detail: String

        /// The kinds of damage.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// A page of the data file breaks a rule that LMDB's pages keep, or the file is cut.
            case pageDamaged
            /// The ledger cannot be opened, or not be read as far as every check needs it.
            case ledgerUnreadable
            /// What the ledger accepts, or its format, is not as it was written.
            case configurationDamaged
            /// The dictionary of the evidence is not as it was written.
            case dictionaryDiffers
            /// A record cannot be decoded.
            case recordUnreadable
            /// A record is readable, but not as the ledger writes it.
            case recordNotCanonical
            /// A sequence number is missing from the log.
            case sequenceMissing
            /// A recorded instant is before that of the event before it.
            case recordedInstantGoesBack
            /// A symbol's row is not what the record that defines it says.
            case symbolDiffers
            /// A customer's row is missing, or not what the record commits to.
            case identityDiffers
            /// A record's content digest is not that of its content.
            case contentDigestDiffers
            /// A row by which an event or a statement is found is missing or names another.
            case indexRowMissing
            /// A table has more rows, or fewer, than the log accounts for.
            case rowCountDiffers
            /// The signed bytes that prove an event are missing.
            case evidenceMissing
            /// The signed bytes cannot be put together again.
            case evidenceUnreadable
            /// The signed bytes are not those that the record commits to.
            case evidenceDiffers
            /// The signed bytes do not pass verification.
            case signatureRefused
            /// The record does not say what its signed bytes say.
            case recordDisagreesWithEvidence
            /// A hash of the tree is not that of the records.
            case treeDiffers
            /// An identifier or signed bytes are there that an erasure took away.
            case erasedIsThere
            /// A checkpoint states more events than the log has, or another root.
            case checkpointDiffers
            /// A stored checkpoint, or the keys that they are checked with, cannot be read.
            case checkpointUnreadable
            /// A stored checkpoint's signature does not hold, or no key that signed it is known.
            case checkpointSignatureInvalid
            /// A live table is not what a replay of the log gives.
            case liveTableDiffers
            /// A row of an index or a live table cannot be read.
            case rowUnreadable
            /// A row of the quarantine cannot be read.
            case quarantineUnreadable
        }
    }

    /// The most damage that is listed; more is counted.
    public static let damageListedMax = 1_000

    /// Events walked.
    public var events: UInt64 = 0
    /// Rows of evidence put together and compared with what the records commit to.
    public var evidence: UInt64 = 0
    /// Inputs whose evidence was erased, as an erasure says.
    public var erasedEvidence: UInt64 = 0
    /// Inputs whose signatures were checked again.
    public var signatures: UInt64 = 0
    /// Of these, inputs of an app or an environment that the ledger does not accept as it is
    /// configured now: what was taken in stays.
    public var notAccepted: UInt64 = 0
    /// Lines and accounts whose live tables were compared with a replay.
    public var states: UInt64 = 0
    /// Rows of the quarantine read.
    public var quarantined: UInt64 = 0
    /// Checkpoints compared with the tree, stored and given ones.
    public var checkpoints: UInt64 = 0
    /// Whether every table's rows were counted; not where something was appended meanwhile.
    public var hasCountedRows = false
    /// What was not checked, a sentence each.
    public var openQuestions: [String] = []
    /// Headers of tokens that are not as they were written, and how many inputs have each.
    var changedHeaders: [UInt32: UInt64] = [:]
    /// How much damage there is.
    public var damageCount = 0
    /// The damage, in the order of the walk, up to `damageListedMax`.
    public var damage: [Damage] = []

    /// Whether everything is as it was written.
    public var isIntact: Bool { damageCount == 0 }

    mutating func add(_ kind: Damage.Kind, _ sequence: UInt64? = nil, _ detail: String) {
        add(Damage(kind: kind, sequence: sequence, detail: detail))
    }

    mutating func add(_ found: Damage) {
        damageCount += 1
        if damage.count < Self.damageListedMax { damage.append(found) }
    }

    /// Puts what a later part of a walk found behind what was found before.
    mutating func merge(_ part: VerificationReport) {
        events += part.events
        evidence += part.evidence
        erasedEvidence += part.erasedEvidence
        signatures += part.signatures
        notAccepted += part.notAccepted
        states += part.states
        quarantined += part.quarantined
        checkpoints += part.checkpoints
        changedHeaders.merge(part.changedHeaders) { $0 + $1 }
        damageCount += part.damageCount
        damage.append(contentsOf: part.damage.prefix(Self.damageListedMax - damage.count))
    }

    /// Lists each header that was changed, once for all inputs that have it.
    mutating func listChangedHeaders() {
        for (number, count) in changedHeaders.sorted(by: { $0.key < $1.key }) {
            add(
                .evidenceDiffers, nil,
                "row \(number) of the table headers was changed, which \(count) inputs have")
        }
    }

    /// Lists an error that tells of damage; any other is thrown on.
    mutating func note(_ error: any Error, at sequence: UInt64?) throws {
        switch error {
        case let error as RecordError: add(.rowUnreadable, sequence, error.description)
        case let error as LedgerError where error.code == .damaged:
            add(.rowUnreadable, sequence, error.description)
        case let error as StorageError where error.isDamage:
            add(.pageDamaged, sequence, error.description)
        case let error as MerkleError where error != .digestUnavailable:
            add(.treeDiffers, sequence, error.description)
        case let error as EvidenceError: add(.evidenceUnreadable, sequence, "\(error)")
        default: throw error
        }
    }

    /// The report as one JSON object in UTF-8.
    public var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("intact", isIntact)
            json.member("events", events)
            json.member("evidence", evidence)
            json.member("erasedEvidence", erasedEvidence)
            json.member("signatures", signatures)
            json.member("notAccepted", notAccepted)
            json.member("states", states)
            json.member("quarantined", quarantined)
            json.member("checkpoints", checkpoints)
            json.member("rowsCounted", hasCountedRows)
            json.array("notChecked") { json in
                for question in openQuestions { json.element(question) }
            }
            json.member("damageCount", damageCount)
            json.array("damage") { json in
                for item in damage {
                    json.object { json in
                        json.member("kind", item.kind.rawValue)
                        json.member("sequence", item.sequence)
                        json.member("detail", item.detail)
                    }
                }
            }
        }
        return json.bytes
    }
}

extension VerificationReport {
    /// The report of a ledger that cannot be checked any further, because of an error of its pages
    /// or its opening; nil where the error tells of no damage.
    ///
    /// - Parameter error: what `TransactionLedger.checkPages(at:)` or the opening threw.
    public init?(damage error: any Error) {
        self.init()
        switch error {
        case let error as StorageError where error.isDamage:
            add(.pageDamaged, nil, error.description)
        case let error as LedgerError where error.code == .damaged:
            add(.ledgerUnreadable, nil, error.description)
        case let error as RecordError: add(.ledgerUnreadable, nil, error.description)
        default: return nil
        }
    }
}
