internal import Foundation

/// The key of an account's row in `identities`, as `LogKey.identity` makes it of the account's
/// text.
///
/// Made without the text: each question about a customer begins with this key.
struct AccountKey {
    /// The kind, the environment, and the 36 characters of a UUID in Apple's form.
    private var storage = InlineArray<38, UInt8>(repeating: UInt8(ascii: "-"))

    init(_ account: AccountToken, _ environment: EnvironmentCode) {
        storage[0] = Identity.Kind.appAccountToken.rawValue
        storage[1] = environment.rawValue
        var span = storage.mutableSpan
        var characters = unsafe span.mutableBytes
        // Groups of 8, 4, 4, 4 and 12 digits with a hyphen in between.
        let bytes = account.uuid.uuid
        let first = Hexadecimal.digits(of: Self.word(bytes.0, bytes.1, bytes.2, bytes.3))
        let second = Hexadecimal.digits(of: Self.word(bytes.4, bytes.5, bytes.6, bytes.7))
        let third = Hexadecimal.digits(of: Self.word(bytes.8, bytes.9, bytes.10, bytes.11))
        let fourth = Hexadecimal.digits(of: Self.word(bytes.12, bytes.13, bytes.14, bytes.15))
        characters.storeBytes(of: first.bigEndian, toByteOffset: 2, as: UInt64.self)
        characters.storeBytes(of: Self.left(second), toByteOffset: 11, as: UInt32.self)
        characters.storeBytes(of: Self.right(second), toByteOffset: 16, as: UInt32.self)
        characters.storeBytes(of: Self.left(third), toByteOffset: 21, as: UInt32.self)
        characters.storeBytes(of: Self.right(third), toByteOffset: 26, as: UInt32.self)
        characters.storeBytes(of: fourth.bigEndian, toByteOffset: 30, as: UInt64.self)
    }

    private static func word(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) -> UInt32 {
        UInt32(a) << 24 | UInt32(b) << 16 | UInt32(c) << 8 | UInt32(d)
    }

    /// The first four of eight digits, as they lie in memory.
    private static func left(_ digits: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: digits >> 32).bigEndian
    }

    /// The last four.
    private static func right(_ digits: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: digits).bigEndian
    }

    /// The key's bytes.
    var bytes: RawSpan {
        @_lifetime(borrow self)
        get { unsafe storage.span.bytes }
    }
}
