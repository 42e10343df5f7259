internal import Foundation

/// The key of an account's row in `identities`, as `LogKey.identity` makes it of the account's text.
///
/// Made without the text: each question about a customer begins with this key.
struct AccountKey {
    /// The kind, the environment, and the 36 characters of a UUID in Apple's form.
    private var storage = InlineArray<38, UInt8>(repeating: UInt8(ascii: "-"))

    init(_ account: AccountToken, _ environment: EnvironmentCode) {
        storage[0] = Identity.Kind.appAccountToken.rawValue
        storage[1] = environment.rawValue
        unsafe withUnsafeBytes(of: account.uuid.uuid) { bytes in
            var place = 2
            for index in 0..<16 {
                if index == 4 || index == 6 || index == 8 || index == 10 { place += 1 }
                let byte = unsafe bytes[index]
                storage[place] = Hexadecimal.digit(byte >> 4)
                storage[place + 1] = Hexadecimal.digit(byte & 0x0F)
                place += 2
            }
        }
    }

    /// The key's bytes.
    var bytes: RawSpan {
        @_lifetime(borrow self)
        get { unsafe storage.span.bytes }
    }
}
