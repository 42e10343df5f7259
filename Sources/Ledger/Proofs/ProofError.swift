/// What the file of a proof may have at most.
enum ProofLimits {
    /// The longest file of a proof, in bytes: 8 MiB.
    ///
    /// The longest token makes half a megabyte; the rest is room for the catalog that an event
    /// holds.
    static let fileBytesMax = 8 * 1024 * 1024
}

/// Why the file of a proof is not taken, or does not prove what it should.
enum ProofError: Error, Sendable, Hashable {
    /// The file is longer than `ProofLimits.fileBytesMax`.
    case tooLarge
    /// The file is none of the forms of a proof.
    case malformedProof
    /// The part about the event is not what this release reads.
    case malformedEvent
    /// The leaf is no record with the texts of its symbols.
    case malformedLeaf
    /// No key that is given signs for the checkpoint's log, or it has not signed.
    case notSignedByLog
    /// The two checkpoints are of different logs.
    case differentLogs
    /// The event commits to another token than the one in the file.
    case evidenceDiffers
    /// The file brings a token for an event that commits to none.
    case evidenceWithoutEvent
    /// The event is of a kind that commits to a token and commits to none, or the other way round.
    case kindContradictsEvidence
    /// The App Store's signature does not hold, for this reason.
    case storeSignatureRefused(RefusalReason)
    /// The signed token says something else than the event.
    case eventDiffersFromEvidence
    /// The directory for tiles holds another log, or a later state of this one.
    case directoryOfAnotherLog
    /// A leaf that is to be written out is not the one in the tree.
    case leafDiffers(index: UInt64)
}

extension ProofError: CustomStringConvertible {
    /// What is wrong and what to do.
    var description: String {
        switch self {
        case .tooLarge: "the file is longer than any genuine proof; give the right file"
        case .malformedProof:
            "the file is no inclusion or consistency proof, or it was cut; ask for it again"
        case .malformedEvent: "the file lacks the event, or has it in a form of a newer release"
        case .malformedLeaf: "the event in the file is damaged; ask for the proof again"
        case .notSignedByLog:
            "no given key signs for the checkpoint's log; give the ledger's verifier key"
        case .differentLogs: "the two checkpoints are of different logs; give two of one ledger"
        case .evidenceDiffers: "the event commits to another token; the file is not genuine"
        case .evidenceWithoutEvent: "the event commits to no token; the file is not genuine"
        case .kindContradictsEvidence:
            "what the App Store says commits to a signed token, and nothing else does; the event "
                + "breaks that rule, so the ledger was changed"
        case .storeSignatureRefused(.certificateNotTrusted):
            "the token is not genuine App Store data: its certificates end at no trusted root "
                + "(certificateNotTrusted); give the root, if the ledger has one of its own"
        case .storeSignatureRefused(let reason):
            "the token is not genuine App Store data: \(reason.rawValue)"
        case .eventDiffersFromEvidence:
            "the signed token says something else than the event; the ledger was wrong or changed"
        case .directoryOfAnotherLog:
            "the directory holds another log or a later state of it; give an empty directory"
        case .leafDiffers(let index):
            "leaf \(index) is not the one in the tree; run verify and restore a backup"
        }
    }
}
