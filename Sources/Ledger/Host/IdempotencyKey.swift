/// The key that makes a host action happen at most once.
///
/// Keys are unique in one environment over all kinds of actions, and never expire.
public struct IdempotencyKey: Sendable, Hashable {
    /// The longest key, in bytes of UTF-8.
    public static let byteCountMax = 255

    /// The key's text.
    public let text: String

    /// Makes a key.
    ///
    /// - Parameter text: 1 to `byteCountMax` bytes of UTF-8.
    /// - Throws: `LedgerError.Code.invalidArgument` when the text is empty or longer.
    public init(_ text: String) throws {
        guard (1...Self.byteCountMax).contains(text.utf8.count) else {
            throw LedgerError(
                .invalidArgument,
                "an idempotency key has 1 to \(Self.byteCountMax) bytes of UTF-8")
        }
        self.text = text
    }
}

extension IdempotencyKey {
    /// The key as records and indexes hold it.
    var bytes: [UInt8] { Array(text.utf8) }
}
