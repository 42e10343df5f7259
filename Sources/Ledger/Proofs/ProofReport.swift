/// A checkpoint that its log has signed, and who else has.
struct SignedCheckpoint: Sendable, Hashable {
    let checkpoint: Checkpoint
    /// Empty where signatures were not checked.
    let signatures: [VerifiedSignature]

    /// What was left open, a sentence each.
    var openQuestions: [String] {
        guard signatures.isEmpty else { return [] }
        return [
            "nobody's signature of the checkpoint of \(checkpoint.origin.text) at \(checkpoint.size) "
                + "events was checked: anybody can have made this file; give the ledger's "
                + "verifier key"
        ]
    }

    /// What was checked, a sentence each.
    var checks: [String] {
        signatures.map { signature in
            let log = "the checkpoint of \(checkpoint.origin.text) at \(checkpoint.size) events"
            let key =
                "\(signature.verifier.name.text) (key \(NoteText.keyID(signature.verifier.keyID)))"
            return switch signature.cosignedAtSeconds {
            case nil: "\(log) is signed by \(key)"
            case let seconds?:
                "\(log) was seen by the witness \(key) at \(Self.instant(seconds).iso8601)"
            }
        }
    }
}

extension SignedCheckpoint {
    /// An instant in seconds, held at the end of what can be written.
    private static func instant(_ seconds: UInt64) -> Instant {
        let (milliseconds, isBeyond) = Int64(clamping: seconds).multipliedReportingOverflow(
            by: 1_000)
        return isBeyond ? .distantFuture : Instant(millisecondsSince1970: milliseconds)
    }
}

/// What the check of one file came to.
enum ProofReport: Sendable, Hashable {
    case event(EventProofReport)
    case consistency(ConsistencyProofReport)

    /// What was checked, a sentence each.
    var checks: [String] {
        switch self {
        case .event(let report): report.checks
        case .consistency(let report): report.checks
        }
    }

    /// What the file leaves open, a sentence each.
    var openQuestions: [String] {
        switch self {
        case .event(let report): report.openQuestions
        case .consistency(let report): report.openQuestions
        }
    }
}

/// An event is in the log of a signed checkpoint.
struct EventProofReport: Sendable, Hashable {
    /// How the event and the token in the file go together.
    enum EvidenceState: Sendable, Hashable {
        /// The event commits to no token: the backend made it.
        case notCommitted
        /// The event commits to a token that the file does not have: it was erased or left out.
        case leftOut
        /// The token is the one that the event commits to.
        case matches
    }

    let sequence: UInt64
    /// The hash of its leaf, as exports have it.
    let leafHash: MerkleHash
    /// The event, with the texts that its record names.
    let event: LoggedEvent
    let checkpoint: SignedCheckpoint
    let evidence: EvidenceState
    /// Nil where there is no token or it was not asked for.
    let storeSignature: StoreSignatureCheck.Result?
    /// Whether Apple's root alone is trusted, and none that whoever checks has given.
    let trustsAppleAlone: Bool

    var checks: [String] {
        var checks = checkpoint.checks
        checks.append(
            "event \(sequence) is in that log, with exactly the bytes that the file shows")
        if evidence == .matches {
            checks.append("the event commits to exactly the signed token in the file")
        }
        let signer = trustsAppleAlone ? "the App Store" : "a signer under a given root"
        switch storeSignature {
        case .saysWhatTheEventSays:
            checks.append("\(signer) signed the token, and it says what the event says")
        case .isGenuine: checks.append("\(signer) signed the token")
        case nil: break
        }
        return checks
    }

    var openQuestions: [String] {
        checkpoint.openQuestions + evidenceQuestions
    }

    private var evidenceQuestions: [String] {
        switch evidence {
        case .notCommitted: ["the event comes from the backend itself; no signed token proves it"]
        case .leftOut:
            ["the token that the event commits to is not in the file: it was erased or left out"]
        case .matches where storeSignature == nil:
            ["the App Store's signature of the token was not checked"]
        case .matches where storeSignature == .isGenuine:
            ["what the token says was recorded by another event"]
        case .matches where event.fields.kind == .renewalInfo:
            ["a renewal info names no app: of which one it is, only the ledger says"]
        case .matches: []
        }
    }
}

/// One checkpoint's log begins with all events of the other's.
struct ConsistencyProofReport: Sendable, Hashable {
    let older: SignedCheckpoint
    let newer: SignedCheckpoint

    var openQuestions: [String] { older.openQuestions + newer.openQuestions }

    var checks: [String] {
        older.checks + newer.checks + [
            "the first \(older.checkpoint.size) events are the same in both: nothing was changed, "
                + "removed or put between"
        ]
    }
}
