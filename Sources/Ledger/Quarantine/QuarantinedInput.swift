/// An input that was not taken in, as the quarantine holds it.
public struct QuarantinedInput: Sendable, Hashable {
    /// What kind of input it is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Signed data that failed verification.
        case quarantined
        /// No signed data at all.
        case refused
    }

    /// Its number, from 1, in the order in which inputs first came.
    public var number: UInt64
    /// When it first came.
    public var recordedAt: Instant
    /// When it last came.
    public var lastSeenAt: Instant
    /// How often the same bytes came.
    public var times: UInt64
    /// What kind of input it is.
    public var kind: Kind
    /// Why it was not taken in, when it first came or was last tried again: the name of a
    /// `RefusalReason` or an `InputRefusal`.
    public var reason: String
    /// Where it first stood: source and line, at most the last
    /// ``QuarantineLimits/locationBytesMax`` bytes of it; empty where the host gave it by itself.
    public var location: String
    /// How many bytes the whole input has.
    ///
    /// Of refused input, at most ``QuarantineLimits/refusedBytesMax`` bytes are looked at and
    /// counted.
    public var byteCount: UInt64
    /// How many of them are kept.
    public var keptByteCount: Int
    /// How many of the host's accounts presented it.
    public var presenterCount: Int
    /// SHA-256 of the whole input.
    public var digest: [UInt8]

    /// Whether it can be tried again: signed data that is kept whole.
    public var isRetriable: Bool {
        kind == .quarantined && byteCount == UInt64(keptByteCount)
    }
}
