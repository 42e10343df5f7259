/// Certificates that a configured root vouches for, without regard to time.
///
/// Only `TrustedRoots` decides; a value is kept and used again for every token whose header is
/// the same to the byte.
struct TrustedChain: Sendable {
    /// The first segment of the tokens that bring these certificates.
    let headerText: [UInt8]
    /// What their signatures are checked with.
    let signingKey: SigningKey
    /// When the whole path is valid; one range for each root that vouches for it.
    let validity: [ClosedRange<Instant>]
    /// Whether it is one root that signs by itself, as Xcode does.
    let isSingleCertificate: Bool

    /// Whether all its certificates are valid then.
    func isValid(at instant: Instant) -> Bool {
        validity.contains { $0.contains(instant) }
    }
}
