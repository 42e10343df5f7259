/// Signs what a load says, quickly: the header is made once.
///
/// May be used from any number of threads at once.
public struct TestLoadSigner: Sendable {
    /// Whose key signs.
    public let store: TestAppStore
    /// Characters of Apple's header segments in 2025.
    public static let headerCharacterCountDefault = 4_411

    private let headerAndDot: [UInt8]

    /// Makes a signer.
    ///
    /// - Parameters:
    ///   - store: whose key and chain; `.p384` is what Apple has.
    ///   - headerCharacterCount: how long the header segment is at least. The chain of a test store
    ///     is shorter than Apple's; a header parameter that nobody reads fills it up.
    public init(
        store: TestAppStore, headerCharacterCount: Int = headerCharacterCountDefault
    ) {
        self.store = store
        let chain = store.certificates.map { TestJSON.string(TestBase64.standard($0)) }
        var header: [String: TestJSON] = ["alg": "ES256", "x5c": .array(chain)]
        let missing = headerCharacterCount * 3 / 4 - TestJSON.object(header).json.count
        let framing = Array(#","kid":"""#.utf8).count
        if missing > framing {
            header["kid"] = .string(String(repeating: "0", count: missing - framing))
        }
        headerAndDot = Array((TestBase64.url(TestJSON.object(header).json) + ".").utf8)
    }

    /// Signs a payload.
    ///
    /// - Parameter payload: JSON.
    /// - Returns: a compact JWS.
    /// - Throws: `TestAppStoreError.libcrypto`.
    func token(_ payload: [UInt8]) throws(TestAppStoreError) -> [UInt8] {
        var token = headerAndDot
        token.reserveCapacity(token.count + payload.count * 4 / 3 + 100)
        Self.append(payload, to: &token)
        let signature = ECDSAForm.raw(try store.leaf.key.signature(of: token))
        token.append(0x2E)
        Self.append(signature, to: &token)
        return token
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Appends base64url without padding.
    private static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
        let alphabet = alphabet
        var index = 0
        while index < bytes.count {
            let rest = bytes.count - index
            var bits = UInt32(bytes[index]) << 16
            if rest > 1 { bits |= UInt32(bytes[index + 1]) << 8 }
            if rest > 2 { bits |= UInt32(bytes[index + 2]) }
            text.append(alphabet[Int(bits >> 18)])
            text.append(alphabet[Int(bits >> 12) & 63])
            if rest > 1 { text.append(alphabet[Int(bits >> 6) & 63]) }
            if rest > 2 { text.append(alphabet[Int(bits) & 63]) }
            index += 3
        }
    }
}
