/// The check itself failed, so that nothing is known about the data.
///
/// libcrypto could not do its work: it is out of memory, or it offers no SHA-256 or no elliptic
/// curves. Try again; if it stays, look at the OpenSSL installation and its configuration.
public struct VerificationFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The operation of libcrypto that failed.
    public let operation: String

    /// How a refusal for this reason is written.
    public var reason: RefusalReason { .couldNotCheck }

    /// What failed and what to do; holds no data.
    public var description: String {
        "libcrypto failed in \(operation); nothing is known about the data, try again"
    }
}
