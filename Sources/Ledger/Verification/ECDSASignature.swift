/// The two forms of an ECDSA signature: r and s side by side in a JWS, DER in libcrypto.
struct ECDSASignature {
    /// The DER form; what follows `count` means nothing.
    private(set) var der = InlineArray<72, UInt8>(repeating: 0)
    /// How many bytes the DER form has.
    private(set) var count = 2

    /// Makes the DER form (RFC 3279, 2.2.3) of r and s, 32 bytes each.
    ///
    /// Nil where the bytes are not 64.
    init?(_ signature: Span<UInt8>) {
        guard signature.count == 64 else { return nil }
        der[0] = 0x30
        append(signature.extracting(..<32))
        append(signature.extracting(32...))
        der[1] = UInt8(truncatingIfNeeded: count - 2)  // at most 70
    }

    /// Appends one INTEGER: no leading zeros, but one where the sign bit would be set.
    private mutating func append(_ number: Span<UInt8>) {
        var first = 0
        while first < 31, number[first] == 0 { first += 1 }
        let needsZero = number[first] >= 0x80
        der[count] = 0x02
        der[count + 1] = UInt8(truncatingIfNeeded: 32 - first + (needsZero ? 1 : 0))
        // A zero is there already.
        count += needsZero ? 3 : 2
        for index in first..<32 {
            der[count] = number[index]
            count += 1
        }
    }
}
