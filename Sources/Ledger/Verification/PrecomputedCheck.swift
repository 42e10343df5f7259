internal import COpenSSL

/// Checks signatures of a key whose multiples are known: ECDSA on P-256 with SHA-256.
///
/// By the steps of SEC 1, 4.1.4. The arithmetic is libcrypto's, but for an inverse that libcrypto
/// multiplies out.
///
/// Its yes counts. Its no does not: it also stands for a failure of libcrypto, so that
/// `EVP_PKEY_verify` has to say it.
///
/// For one thread at a time.
@safe final class PrecomputedCheck {
    private let multiples: KeyMultiples
    private let curve: OpaquePointer
    private let numbers: OpaquePointer
    private let sum: OpaquePointer
    private let summand: OpaquePointer

    /// Sets the check up; nil where libcrypto cannot.
    init?(_ multiples: KeyMultiples) {
        let curve = unsafe EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1)
        let numbers = unsafe BN_CTX_new()
        let sum = unsafe curve.flatMap { unsafe EC_POINT_new($0) }
        let summand = unsafe multiples.withGroup { unsafe EC_POINT_new($0) }
        guard let curve = unsafe curve, let numbers = unsafe numbers, let sum = unsafe sum,
            let summand = unsafe summand
        else {
            unsafe EC_POINT_free(sum)
            unsafe EC_POINT_free(summand)
            unsafe BN_CTX_free(numbers)
            unsafe EC_GROUP_free(curve)
            OpenSSLErrors.drain()
            return nil
        }
        self.multiples = multiples
        unsafe self.curve = curve
        unsafe self.numbers = numbers
        unsafe self.sum = sum
        unsafe self.summand = summand
    }

    deinit {
        unsafe EC_POINT_free(sum)
        unsafe EC_POINT_free(summand)
        unsafe BN_CTX_free(numbers)
        unsafe EC_GROUP_free(curve)
    }

    /// Whether the bytes, r and s of 32 bytes each, are the key's signature of a hash.
    func isSignature(_ signature: Span<UInt8>, of hash: SigningInputHash) -> Bool {
        guard signature.count == 64 else { return false }
        unsafe BN_CTX_start(numbers)
        defer { unsafe BN_CTX_end(numbers) }
        guard let order = unsafe EC_GROUP_get0_order(curve),
            let r = unsafe number(signature.extracting(..<32)),
            let s = unsafe number(signature.extracting(32...)),
            let e = unsafe number(hash.bytes.span),
            let scratch = unsafe BN_CTX_get(numbers)
        else { return drained() }
        // Steps 1 to 4: both within 1...n-1, then u1 = e / s and u2 = r / s.
        guard unsafe BN_is_zero(r) == 0, unsafe BN_is_zero(s) == 0,
            unsafe BN_ucmp(r, order) < 0, unsafe BN_ucmp(s, order) < 0,
            let inverse = OrderInverse.inverse(
                of: OrderInverse.number(signature.extracting(32...))),
            let w = unsafe number(OrderInverse.bytes(of: inverse).span),
            unsafe BN_mod_mul(scratch, s, w, order, numbers) == 1,
            unsafe BN_is_one(scratch) == 1,
            unsafe BN_mod_mul(e, e, w, order, numbers) == 1,
            unsafe BN_mod_mul(s, r, w, order, numbers) == 1
        else { return drained() }
        // Steps 5 to 8: R = u1 G + u2 Q is no infinity, and its x is r, modulo n.
        guard unsafe EC_POINT_mul(curve, sum, e, nil, nil, numbers) == 1,
            unsafe isMultiple(s),
            unsafe EC_POINT_add(curve, sum, sum, summand, numbers) == 1,
            unsafe EC_POINT_is_at_infinity(curve, sum) == 0,
            unsafe EC_POINT_get_affine_coordinates(curve, sum, scratch, nil, numbers) == 1,
            unsafe BN_nnmod(scratch, scratch, order, numbers) == 1
        else { return drained() }
        return unsafe BN_ucmp(scratch, r) == 0
    }

    /// Makes the summand that multiple of the key's point.
    private func isMultiple(_ factor: OpaquePointer) -> Bool {
        unsafe multiples.withGroup { group in
            unsafe EC_POINT_mul(group, summand, factor, nil, nil, numbers) == 1
        }
    }

    /// A number of 32 bytes, the highest first.
    private func number(_ bytes: Span<UInt8>) -> OpaquePointer? {
        // With none of its own, BN_bin2bn would make a number that nobody frees.
        guard let number = unsafe BN_CTX_get(numbers) else { return nil }
        return unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe BN_bin2bn(bytes.baseAddress, Int32(bytes.count), number)
        }
    }

    private func drained() -> Bool {
        OpenSSLErrors.drain()
        return false
    }
}
