internal import COpenSSL

/// A certificate, parsed.
///
/// Parsing is no trust.
@safe final class X509Certificate: @unchecked Sendable {
    // Sendable because libcrypto never changes an X509 after parsing, but for what it derives
    // from the extensions, under a lock of its own.
    private let pointer: OpaquePointer
    /// The certificate as it came.
    let der: [UInt8]

    /// Parses exactly one DER certificate; anything left over is refused.
    ///
    /// - Throws: `refused(.certificate)` when it is none.
    init(der: [UInt8]) throws(CheckFailure) {
        let parsed: OpaquePointer? = unsafe der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            guard let certificate = unsafe d2i_X509(nil, &cursor, buffer.count) else { return nil }
            if unsafe cursor == buffer.baseAddress.map({ unsafe $0 + buffer.count }) {
                return unsafe certificate
            }
            unsafe X509_free(certificate)
            return nil
        }
        guard let parsed = unsafe parsed else {
            try OpenSSLErrors.drain(in: "d2i_X509")
            throw .refused(.certificate)
        }
        unsafe pointer = parsed
        self.der = der
    }

    deinit {
        unsafe X509_free(pointer)
    }

    /// Lends the C object for the time of a call.
    func withPointer<Result, Failure: Error>(
        _ body: (OpaquePointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The reference to self outlives the call, and with it the object.
        defer { withExtendedLifetime(self) {} }
        return unsafe try body(pointer)
    }

    /// The curve of the key, or nil when it is no elliptic key or one of another curve.
    var curve: EllipticCurve? {
        unsafe withPointer { certificate in
            guard let key = unsafe X509_get0_pubkey(certificate) else {
                OpenSSLErrors.drain()
                return nil
            }
            return unsafe EllipticCurve(ofKey: key)
        }
    }

    /// Whether it is signed with ECDSA over SHA-256 or SHA-384, the two that the App Store uses.
    var hasAcceptedSignatureAlgorithm: Bool {
        unsafe withPointer { certificate in
            let algorithm = unsafe X509_get_signature_nid(certificate)
            return algorithm == NID_ecdsa_with_SHA256 || algorithm == NID_ecdsa_with_SHA384
        }
    }

    /// Whether it is signed by its own key and names itself as its issuer.
    var isSelfSigned: Bool {
        unsafe withPointer { certificate in
            let answer = unsafe X509_self_signed(certificate, 1)
            OpenSSLErrors.drain()
            return answer == 1
        }
    }

    /// Whether it has an extension, whatever its value.
    func hasExtension(_ objectIdentifier: String) throws(CheckFailure) -> Bool {
        guard let object = unsafe OBJ_txt2obj(objectIdentifier, 1) else {
            throw OpenSSLErrors.fault(in: "OBJ_txt2obj")
        }
        defer { unsafe ASN1_OBJECT_free(object) }
        return unsafe withPointer { certificate in
            unsafe X509_get_ext_by_OBJ(certificate, object, -1) >= 0
        }
    }

    /// From the first to the last millisecond of its validity (RFC 5280, 4.1.2.5: both ends
    /// count, in whole seconds).
    func validity() throws(CheckFailure) -> ClosedRange<Instant> {
        try unsafe withPointer { certificate throws(CheckFailure) in
            guard let first = unsafe milliseconds(of: X509_get0_notBefore(certificate)),
                let last = unsafe milliseconds(of: X509_get0_notAfter(certificate)), first <= last
            else {
                try OpenSSLErrors.drain(in: "ASN1_TIME_diff")
                throw .refused(.certificate)
            }
            let end = Instant(millisecondsSince1970: last).advanced(byMilliseconds: 999)
            return Instant(millisecondsSince1970: first)...end
        }
    }

    /// A time of a certificate in milliseconds since 1970.
    private func milliseconds(of time: UnsafePointer<ASN1_TIME>?) -> Int64? {
        guard let epoch = unsafe ASN1_TIME_set(nil, 0) else { return nil }
        defer { unsafe ASN1_STRING_free(epoch) }
        var days: Int32 = 0
        var seconds: Int32 = 0
        guard unsafe time != nil, unsafe ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else {
            return nil
        }
        return (Int64(days) * 86_400 + Int64(seconds)) * 1000
    }
}
