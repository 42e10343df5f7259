internal import Foundation

/// A valid `appAccountToken`: a UUID that is not all zeros.
///
/// An all-zero token means "not set" (a library that has no account to name sends it).
struct AccountToken: Sendable, Hashable {
    let uuid: UUID

    init?(_ uuid: UUID) {
        guard uuid != Self.zero else { return nil }
        self.uuid = uuid
    }

    /// The token that a signed text holds; nil where it holds none.
    init?(signedText: String?) {
        guard let signedText, let uuid = Self.uuid(of: signedText) else { return nil }
        self.init(uuid)
    }

    /// Apple's form is read here, because Foundation takes it with scanf; any other is
    /// Foundation's.
    private static func uuid(of text: String) -> UUID? {
        guard let b = UUIDText.bytes(of: text) else { return UUID(uuidString: text) }
        return UUID(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12],
                b[13], b[14], b[15]
            ))
    }

    /// The account that presents something; nil where none does.
    ///
    /// - Throws: `HostActionError.invalidAccount` for zeros, which name nobody.
    init?(presenting account: UUID?) throws(HostActionError) {
        guard let account else { return nil }
        guard account != Self.zero else { throw .invalidAccount }
        self.init(account)
    }

    private static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// The text as answers and exports write it: lower case, as Apple sends it.
    var text: String { unsafe withUnsafeBytes(of: uuid.uuid) { unsafe UUIDText.text(of: $0) } }
}
