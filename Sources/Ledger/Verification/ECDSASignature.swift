/// The two forms of an ECDSA signature: r and s side by side in a JWS, DER in libcrypto.
enum ECDSASignature {
    /// The DER form (RFC 3279, 2.2.3) of r and s, 32 bytes each.
    static func der(of signature: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(72)
        result += [0x30, 0]
        appendInteger(signature[..<32], to: &result)
        appendInteger(signature[32...], to: &result)
        result[1] = UInt8(truncatingIfNeeded: result.count - 2)  // at most 70
        return result
    }

    /// Appends one INTEGER: no leading zeros, but one where the sign bit would be set.
    private static func appendInteger(_ bytes: ArraySlice<UInt8>, to result: inout [UInt8]) {
        var digits = bytes.drop { $0 == 0 }
        if digits.isEmpty { digits = [0] }
        let needsZero = (digits.first ?? 0) >= 0x80
        result += [0x02, UInt8(truncatingIfNeeded: digits.count + (needsZero ? 1 : 0))]
        if needsZero { result.append(0) }
        result += digits
    }
}
