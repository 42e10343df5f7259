/// Why a key, a checkpoint or a proof was refused or not made: what happened and what to do.
///
/// Two errors are equal when their codes are. The description never holds payloads, tokens or other
/// account data.
public struct AuditError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of error it is.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// There is a file at the path already, and a key is never written over.
        case keyExists
        /// There is no file at the path.
        case fileMissing
        /// A file cannot be read or written.
        case fileFailed
        /// The file or the text is no key.
        case invalidKey
        /// Another process holds the key for too long.
        case keyBusy
        /// What is kept beside the key is not a checkpoint that the key has signed.
        case keptCheckpointInvalid
        /// The bytes are no signed checkpoint.
        case invalidCheckpoint
        /// A signature does not hold, or the needed one is missing.
        case signatureInvalid
        /// The log has fewer events than a signed checkpoint states.
        case logIsShorter
        /// The log has another history than a signed checkpoint states.
        case historyDiffers
        /// A checkpoint of another name is stored for the same size, or two are of different names.
        case originDiffers
        /// No checkpoint is stored.
        case noCheckpoint
        /// No checkpoint of that size is stored.
        case noSuchCheckpoint
        /// The checkpoint states another text than the stored one of its size.
        case textDiffers
        /// The checkpoint is older than the event.
        case notCovered
        /// The log has no event of that sequence.
        case noSuchEvent
        /// The ledger remembers as many verifier keys as it can.
        case tooManyKeys
        /// The directory holds another log, or a later state of this one.
        case directoryOfAnotherLog
        /// The first checkpoint is the newer one.
        case sizesOutOfOrder
    }

    /// What kind of error it is; equality looks at nothing else.
    public let code: Code
    /// What happened and what to do.
    public let detail: String

    init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// What happened and what to do.
    public var description: String { detail }

    /// Equal when the codes are.
    public static func == (left: AuditError, right: AuditError) -> Bool {
        left.code == right.code
    }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// What the audit may hold or wait for at most.
enum AuditLimits {
    /// How many verifier keys a ledger remembers: of what has signed, and of witnesses.
    static let verifierKeyCountMax = 64
    /// How long a process waits for another that signs with the same key: a minute.
    static let keyLockWaitMilliseconds = 60_000
    /// How long it pauses between two tries.
    static let keyLockPauseMilliseconds = 20
}

extension AuditError {
    /// An error of a key, a note or a text, as users of the library see it.
    ///
    /// That libcrypto failed says nothing about the data, and stays an error of its own.
    static func translated(
        _ error: NoteError, of what: String, as code: Code = .invalidCheckpoint
    ) -> any Error {
        switch error {
        case .cryptographyUnavailable: VerificationFault(operation: "Ed25519")
        case .signatureInvalid, .noKnownSignature:
            AuditError(.signatureInvalid, "\(what): \(error)")
        default: AuditError(code, "\(what): \(error)")
        }
    }
}
