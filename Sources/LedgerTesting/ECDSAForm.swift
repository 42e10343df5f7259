/// The form of an ECDSA signature in a JWS: r and s side by side.
enum ECDSAForm {
    /// r and s of the given width, out of the DER that libcrypto gives.
    static func raw(_ der: [UInt8], width: Int = 32) -> [UInt8] {
        // SEQUENCE { INTEGER r, INTEGER s }, with lengths of one byte up to P-384.
        var index = 2
        var result: [UInt8] = []
        for _ in 0..<2 {
            let count = Int(der[index + 1])
            let digits = der[(index + 2)..<(index + 2 + count)].drop { $0 == 0 }
            result += [UInt8](repeating: 0, count: width - digits.count) + digits
            index += 2 + count
        }
        return result
    }
}
