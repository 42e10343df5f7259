internal import COpenSSL

/// The curves that App Store certificates have keys on.
enum EllipticCurve: String, Sendable {
    /// P-256; the only one that ES256 can be used with.
    case p256 = "prime256v1"
    /// P-384; of Apple's root and intermediate.
    case p384 = "secp384r1"

    /// The named curve of a key.
    init?(ofKey key: OpaquePointer) {
        var name = [CChar](repeating: 0, count: 32)
        var count = 0
        let found = unsafe EVP_PKEY_get_group_name(key, &name, name.count, &count)
        OpenSSLErrors.drain()
        guard found == 1, count < name.count else { return nil }
        self.init(
            rawValue: String(decoding: name[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
}
