/// A throwaway App Store that signs what you ask it to.
///
/// For tests only.
///
/// Its chain looks like Apple's: a root, an intermediate and a leaf with Apple's marker
/// extensions. Let the ledger under test trust `rootCertificate`, and it takes what this store
/// signs:
///
/// ```swift
/// let store = try TestAppStore()
/// var subscription = try TestSubscription(
///     store: store, customer: TestCustomer(appAccountToken: token),
///     product: .subscription("pro.monthly"), originalTransactionID: "410000000001000")
/// let body = try store.notificationBody(subscription.subscribe(at: "2026-01-05"))
/// ```
///
/// `TestSubscription` and `TestPurchase` tell stories; `transaction`, `renewalInfo`,
/// `notification` and `sign` make single payloads, as odd as a test wants them.
///
/// The keys follow from the seed. Signatures hold random numbers, so the bytes of certificates
/// and tokens differ from one store to the next.
public struct TestAppStore: Sendable {
    /// The curve of the root's and the intermediate's key.
    ///
    /// The leaf's is always P-256.
    public enum ChainCurve: Sendable, Hashable {
        /// P-256 throughout.
        case p256
        /// P-384 above a P-256 leaf, as Apple has it.
        case p384
    }

    let seed: String
    let curve: ChainCurve
    let validity: Range<Int>
    let root: TestCertificate
    let intermediate: TestCertificate
    let leaf: TestCertificate
    let xcode: TestCertificate

    /// The bundle identifier that payloads name unless told otherwise.
    public var bundleID = "com.example.app"
    /// The app's Apple ID that payloads name unless told otherwise.
    public var appAppleID: Int64 = 1_234_567_890
    /// The environment that payloads name unless told otherwise.
    public var environment = "Production"

    /// 2015-01-01 to 2045-01-01, in seconds since 1970.
    public static let defaultValidity = 1_420_070_400..<2_366_841_600

    /// Makes a store with a chain of its own.
    ///
    /// - Parameters:
    ///   - seed: what the keys follow from.
    ///   - curve: the curve of the root's and the intermediate's key.
    ///   - leafValidity: when the leaf is valid, in seconds since 1970. Root and intermediate
    ///     are valid from 2015 to 2045.
    /// - Throws: `TestAppStoreError.libcrypto`.
    public init(
        seed: String = "test app store", curve: ChainCurve = .p256,
        leafValidity: Range<Int> = TestAppStore.defaultValidity
    ) throws(TestAppStoreError) {
        self.seed = seed
        self.curve = curve
        validity = leafValidity
        let authority: TestKey.Kind = curve == .p384 ? .p384 : .p256
        let rootKey = try TestKey(seed: seed + "/root", curve: authority)
        root = try TestCertificate(Self.rootRequest(key: rootKey))
        intermediate = try TestCertificate(
            Self.intermediateRequest(
                key: try TestKey(seed: seed + "/intermediate", curve: authority), issuer: root))
        leaf = try TestCertificate(
            Self.leafRequest(
                key: try TestKey(seed: seed + "/leaf", curve: .p256), issuer: intermediate,
                validity: leafValidity))
        xcode = try TestCertificate(
            Self.xcodeRequest(key: try TestKey(seed: seed + "/xcode", curve: .p256)))
    }

    /// The root to trust, in DER.
    public var rootCertificate: [UInt8] { root.der }

    /// The root to trust, in PEM.
    public var rootCertificatePEM: String { Self.pem(root.der) }

    /// The certificate that `signLikeXcode` signs with, in DER.
    public var xcodeCertificate: [UInt8] { xcode.der }

    /// The certificate that `signLikeXcode` signs with, in PEM.
    public var xcodeCertificatePEM: String { Self.pem(xcode.der) }

    /// The chain in the order of `x5c`, in DER: leaf, intermediate, root.
    public var certificates: [[UInt8]] { [leaf.der, intermediate.der, root.der] }

    private static func pem(_ der: [UInt8]) -> String {
        var rest = TestBase64.standard(der)[...]
        var lines = ["-----BEGIN CERTIFICATE-----"]
        while !rest.isEmpty {
            lines.append(String(rest.prefix(64)))
            rest = rest.dropFirst(64)
        }
        return (lines + ["-----END CERTIFICATE-----", ""]).joined(separator: "\n")
    }
}

extension TestAppStore {
    /// The SHA-256 of bytes in hexadecimal, to compare certificates and tokens by.
    ///
    /// - Parameter bytes: any bytes.
    /// - Returns: 64 lower-case digits.
    /// - Throws: `TestAppStoreError.libcrypto`.
    public static func sha256(of bytes: [UInt8]) throws(TestAppStoreError) -> String {
        try TestKey.hash("SHA2-256", bytes).map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }
}
