extension LedgerConfiguration {
    /// What tells each trusted root from others: SHA-256 of it in lower-case hexadecimal digits, as
    /// tools that show certificates print it.
    ///
    /// - Returns: one for each of `rootCertificates`; where there is none, that of Apple Root CA - G3.
    /// - Throws: `IntegrityError` where no digest could be made.
    public func rootCertificateFingerprints() throws -> [String] {
        let hasher = try SHA256()
        return try trustPolicy.rootCertificates.map {
            Hexadecimal.text(of: try hasher.digest($0).bytes)
        }
    }

    /// The configuration as one JSON object in UTF-8: `apps` with `bundleId` and `appAppleId`,
    /// `environments`, and `rootCertificates` by their fingerprints.
    ///
    /// - Throws: `IntegrityError` where no digest could be made.
    public func json() throws -> [UInt8] {
        let fingerprints = try rootCertificateFingerprints()
        var json = JSONWriter()
        json.object { json in
            json.array("apps") { json in
                for app in apps {
                    json.object { json in
                        json.member("bundleId", app.bundleID)
                        json.member("appAppleId", app.appAppleID)
                    }
                }
            }
            json.array("environments") { json in
                for environment in environments { json.element(environment.rawValue) }
            }
            json.array("rootCertificates") { json in
                for fingerprint in fingerprints { json.element(fingerprint) }
            }
        }
        return json.bytes
    }
}
