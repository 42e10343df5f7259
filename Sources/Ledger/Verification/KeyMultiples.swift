internal import COpenSSL

/// Multiples of the point of one P-256 key, which make its signatures cheap to check.
///
/// Half of a check is a multiple of the curve's generator, of which libcrypto has a table; the
/// other half one of the key's point, of which it has none, and which costs six times as much. The
/// App Store signs millions of tokens with one key, so that a table for it is worth its making:
/// here the key's point stands in the place of the generator.
///
/// A libcrypto that was built without its own code for P-256 has the same answers and gains
/// nothing.
@safe final class KeyMultiples: @unchecked Sendable {
    // @unchecked Sendable because libcrypto only reads a group that is made.

    /// After how many checks of a thread the table is made: 1,000.
    ///
    /// It costs some 15 ms, which 700 checks save, and takes 150 KB.
    static let worthwhileCheckCount = 1_000

    private let group: OpaquePointer

    /// Makes the table; nil where libcrypto cannot, and what it says of it is dropped.
    ///
    /// - Parameter point: the key's point, encoded (SEC 1, 2.3.3).
    init?(point: [UInt8]) {
        defer { OpenSSLErrors.drain() }
        guard let group = unsafe EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1) else {
            return nil
        }
        unsafe self.group = group
        guard unsafe Self.makeTable(in: group, of: point) else { return nil }
    }

    deinit { unsafe EC_GROUP_free(group) }

    /// Lends the group whose generator is the key's point, for the time of a call.
    func withGroup<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        defer { withExtendedLifetime(self) {} }
        return unsafe body(group)
    }

    private static func makeTable(in group: OpaquePointer, of point: [UInt8]) -> Bool {
        let context = unsafe BN_CTX_new()
        let generator = unsafe EC_POINT_new(group)
        let order = unsafe BN_dup(EC_GROUP_get0_order(group))
        defer {
            unsafe BN_CTX_free(context)
            unsafe EC_POINT_free(generator)
            unsafe BN_free(order)
        }
        guard let context = unsafe context, let generator = unsafe generator,
            let order = unsafe order
        else { return false }
        return unsafe EC_POINT_oct2point(group, generator, point, point.count, context) == 1
            && EC_POINT_is_at_infinity(group, generator) == 0
            && EC_GROUP_set_generator(group, generator, order, BN_value_one()) == 1
            && ledger_precompute_multiples(group, context) == 1
    }
}
