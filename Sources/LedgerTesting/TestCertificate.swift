internal import COpenSSL

/// A certificate of the test App Store, with the key it certifies.
struct TestCertificate: Sendable {
    var der: [UInt8]
    var key: TestKey
    var name: String

    /// What a certificate says.
    struct Request {
        var name: String
        var key: TestKey
        /// Nil for a certificate that signs itself.
        var issuerName: String?
        var issuerKey: TestKey
        /// Apple's marker, if it has one.
        var marker: String?
        var isAuthority = false
        var pathLength: UInt8?
        /// Seconds since 1970.
        var notBefore: Int
        var notAfter: Int
        var serial: Int
    }

    /// Makes and signs a certificate.
    init(_ request: Request) throws(TestAppStoreError) {
        guard let certificate = unsafe X509_new() else { throw .libcrypto("X509_new") }
        defer { unsafe X509_free(certificate) }
        try unsafe Self.fill(certificate, request)
        try unsafe Self.extend(certificate, request)
        let signed = unsafe request.issuerKey.withPointer { key in
            unsafe X509_sign(
                certificate, key, request.issuerKey.kind == .p384 ? EVP_sha384() : EVP_sha256())
        }
        guard signed > 0 else { throw .libcrypto("X509_sign") }
        var buffer: UnsafeMutablePointer<UInt8>?
        let count = unsafe i2d_X509(certificate, &buffer)
        guard count > 0, let buffer = unsafe buffer else { throw .libcrypto("i2d_X509") }
        defer { unsafe CRYPTO_free(buffer, #file, #line) }
        der = unsafe Array(UnsafeBufferPointer(start: buffer, count: Int(count)))
        key = request.key
        name = request.name
    }

    /// Version, serial number, names, validity and key.
    private static func fill(
        _ certificate: OpaquePointer, _ request: Request
    ) throws(TestAppStoreError) {
        let names =
            unsafe setName(X509_get_subject_name(certificate), request.name)
            && setName(X509_get_issuer_name(certificate), request.issuerName ?? request.name)
        let isDone = unsafe request.key.withPointer { key in
            unsafe X509_set_version(certificate, 2) == 1
                && ASN1_INTEGER_set(X509_get_serialNumber(certificate), request.serial) == 1
                && ASN1_TIME_set(X509_getm_notBefore(certificate), request.notBefore) != nil
                && ASN1_TIME_set(X509_getm_notAfter(certificate), request.notAfter) != nil
                && X509_set_pubkey(certificate, key) == 1
        }
        if !names || !isDone { throw .libcrypto("X509_set_pubkey") }
    }

    private static func setName(_ name: OpaquePointer?, _ commonName: String) -> Bool {
        unsafe add("CN", commonName, to: name) && add("O", "Test App Store", to: name)
    }

    private static func add(_ field: String, _ value: String, to name: OpaquePointer?) -> Bool {
        let text = Array(value.utf8)
        return unsafe X509_NAME_add_entry_by_txt(
            name, field, utf8String, text, Int32(text.count), -1, 0) == 1
    }

    /// `MBSTRING_UTF8`, a macro that Swift does not import.
    private static let utf8String: Int32 = 0x1000

    /// The extensions, each with its value in DER.
    private static func extend(
        _ certificate: OpaquePointer, _ request: Request
    ) throws(TestAppStoreError) {
        let subject = try identifier(of: request.key)
        let issuer = try identifier(of: request.issuerKey)
        var constraints: [UInt8] = []
        if request.isAuthority { constraints += [0x01, 0x01, 0xFF] }
        if let length = request.pathLength { constraints += [0x02, 0x01, length] }
        let usage: [UInt8] = request.isAuthority ? [3, 2, 1, 0x06] : [3, 2, 7, 0x80]
        var extensions: [(oid: String, isCritical: Bool, value: [UInt8])] = [
            ("2.5.29.19", true, [0x30, UInt8(constraints.count)] + constraints),
            ("2.5.29.15", true, usage),
            ("2.5.29.14", false, [0x04, 20] + subject),
            ("2.5.29.35", false, [0x30, 22, 0x80, 20] + issuer),
        ]
        if let marker = request.marker { extensions.append((marker, false, [0x05, 0x00])) }
        for one in extensions {
            try unsafe add(one.oid, one.isCritical, one.value, to: certificate)
        }
    }

    private static func identifier(of key: TestKey) throws(TestAppStoreError) -> [UInt8] {
        Array(try TestKey.hash("SHA2-256", key.publicKey())[..<20])
    }

    private static func add(
        _ oid: String, _ isCritical: Bool, _ value: [UInt8], to certificate: OpaquePointer
    ) throws(TestAppStoreError) {
        guard let object = unsafe OBJ_txt2obj(oid, 1) else { throw .libcrypto("OBJ_txt2obj") }
        defer { unsafe ASN1_OBJECT_free(object) }
        guard let data = unsafe ASN1_OCTET_STRING_new() else {
            throw .libcrypto("ASN1_OCTET_STRING_new")
        }
        defer { unsafe ASN1_OCTET_STRING_free(data) }
        guard unsafe ASN1_OCTET_STRING_set(data, value, Int32(value.count)) == 1,
            let one = unsafe X509_EXTENSION_create_by_OBJ(nil, object, isCritical ? 1 : 0, data)
        else { throw .libcrypto("X509_EXTENSION_create_by_OBJ") }
        defer { unsafe X509_EXTENSION_free(one) }
        guard unsafe X509_add_ext(certificate, one, -1) == 1 else {
            throw .libcrypto("X509_add_ext")
        }
    }
}
