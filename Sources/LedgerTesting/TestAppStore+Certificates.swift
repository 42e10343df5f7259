/// What the store's certificates say.
extension TestAppStore {
    static let leafMarker = "1.2.840.113635.100.6.11.1"
    static let intermediateMarker = "1.2.840.113635.100.6.2.1"

    static func rootRequest(key: TestKey) -> TestCertificate.Request {
        TestCertificate.Request(
            name: "Test App Store Root CA", key: key, issuerKey: key, isAuthority: true,
            notBefore: defaultValidity.lowerBound, notAfter: defaultValidity.upperBound, serial: 1)
    }

    static func intermediateRequest(
        key: TestKey, issuer: TestCertificate
    ) -> TestCertificate.Request {
        TestCertificate.Request(
            name: "Test App Store Intermediate CA", key: key, issuerName: issuer.name,
            issuerKey: issuer.key, marker: intermediateMarker, isAuthority: true, pathLength: 0,
            notBefore: defaultValidity.lowerBound, notAfter: defaultValidity.upperBound, serial: 2)
    }

    static func leafRequest(
        key: TestKey, issuer: TestCertificate, validity: Range<Int>
    ) -> TestCertificate.Request {
        TestCertificate.Request(
            name: "Test App Store Receipt Signing", key: key, issuerName: issuer.name,
            issuerKey: issuer.key, marker: leafMarker, notBefore: validity.lowerBound,
            notAfter: validity.upperBound, serial: 3)
    }

    static func xcodeRequest(key: TestKey) -> TestCertificate.Request {
        TestCertificate.Request(
            name: "StoreKit Testing in Xcode", key: key, issuerKey: key, isAuthority: true,
            pathLength: 0, notBefore: defaultValidity.lowerBound,
            notAfter: defaultValidity.upperBound, serial: 1)
    }
}
