/// Ways to spoil a token.
///
/// A strict verifier refuses every one of them.
public enum Breakage: String, Sendable, Hashable, CaseIterable {
    /// A whole chain with the right names and markers, under a root that nobody trusts.
    case wrongRoot = "wrong-root"
    /// The right root in `x5c`, but it did not sign the intermediate.
    case forgedIntermediate = "forged-intermediate"
    /// The right intermediate and root, but the intermediate did not sign the leaf.
    case forgedLeaf = "forged-leaf"
    /// The leaf lacks its marker.
    case leafWithoutOID = "leaf-without-oid"
    /// The intermediate lacks its marker.
    case intermediateWithoutOID = "intermediate-without-oid"
    /// The intermediate is no authority.
    case intermediateNotCA = "intermediate-not-ca"
    /// A leaf that another leaf issued.
    case leafAsIntermediate = "leaf-as-intermediate"
    /// The leaf ended in 2016.
    case expiredCertificate = "expired-certificate"
    /// The leaf begins in 2044.
    case certificateNotYetValid = "certificate-not-yet-valid"
    /// `x5c` is an empty array.
    case noCertificates = "no-certificates"
    /// `x5c` holds the leaf alone.
    case oneCertificate = "one-certificate"
    /// `x5c` holds leaf and intermediate.
    case twoCertificates = "two-certificates"
    /// `x5c` holds the root twice.
    case fourCertificates = "four-certificates"
    /// `x5c` begins with the intermediate.
    case swappedCertificates = "swapped-certificates"
    /// No `x5c`.
    case x5cMissing = "x5c-missing"
    /// `x5c` is one string.
    case x5cNotArray = "x5c-not-array"
    /// `x5c` is an array of numbers.
    case x5cNotStrings = "x5c-not-strings"
    /// The leaf is no base64.
    case x5cNotBase64 = "x5c-not-base64"
    /// The leaf is base64 of something else.
    case x5cNotCertificate = "x5c-not-certificate"
    /// The leaf ends early.
    case x5cTruncatedCertificate = "x5c-truncated-certificate"
    /// The leaf's key is on P-384, and so is the signature.
    case leafP384 = "leaf-p384"
    /// The leaf's key is RSA, and so is the signature.
    case leafRSA = "leaf-rsa"
    /// Signed as Xcode signs, by a certificate that nobody trusts.
    case xcode
    /// `alg` is none and there is no signature.
    case algNone = "alg-none"
    /// HMAC, keyed with the leaf's public key.
    case algHS256 = "alg-hs256"
    /// Labelled ES384, signed with ES256.
    case algES384 = "alg-es384"
    /// No `alg`.
    case algMissing = "alg-missing"
    /// A critical header parameter that nobody knows.
    case criticalHeader = "critical-header"
    /// One MiB of padding in the header.
    case hugeHeader = "huge-header"
    /// The header is text.
    case headerNotJSON = "header-not-json"
    /// The header is a JSON array.
    case headerNotObject = "header-not-object"
    /// One bit of the signature is flipped.
    case signatureBit = "signature-bit"
    /// The signature is DER.
    case signatureDER = "signature-der"
    /// No signature.
    case signatureEmpty = "signature-empty"
    /// 63 bytes of signature.
    case signatureShort = "signature-short"
    /// 65 bytes of signature.
    case signatureLong = "signature-long"
    /// r and s are 0.
    case signatureZero = "signature-zero"
    /// A good chain, but another key signed.
    case otherKey = "other-key"
    /// The payload was changed after signing.
    case alteredPayload = "altered-payload"
    /// The signed payload is text.
    case payloadNotJSON = "payload-not-json"
    /// The signed payload is a JSON array.
    case payloadNotObject = "payload-not-object"
    /// The signed payload is no UTF-8.
    case payloadNotUTF8 = "payload-not-utf8"
    /// The signed payload nests 100,000 arrays.
    case payloadDeep = "payload-deep"
    /// The payload segment holds characters of the other alphabet.
    case notBase64URL = "not-base64url"
    /// A segment ends with padding.
    case paddedBase64 = "padded-base64"
    /// A space in the payload segment.
    case spaceInside = "space-inside"
    /// No signature segment.
    case twoSegments = "two-segments"
    /// One segment too many.
    case fourSegments = "four-segments"
    /// Cut in the middle of the payload.
    case truncated
}
