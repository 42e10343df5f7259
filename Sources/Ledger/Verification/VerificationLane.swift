/// What one thread at a time verifies with.
///
/// Everything in it belongs to the lane alone, copies of what the verifier shares included. A
/// shared object's reference count would be changed for each token by every core, and they would
/// wait for each other there.
final class VerificationLane: @unchecked Sendable {
    // @unchecked Sendable because it is lent to one thread at a time.

    /// A chain that is trusted, with a check set up for it.
    final class Signer {
        let chain: TrustedChain
        let check: SignatureCheck

        init(chain: TrustedChain) throws(CheckFailure) {
            self.chain = chain.copied()
            check = try chain.signingKey.makeCheck(headerText: chain.headerText.span)
        }

        func hasHeader(_ headerText: ArraySlice<UInt8>) -> Bool {
            let known = chain.headerText
            return known.span.elementsAreEqual(to: headerText.span)
        }
    }

    /// The apps and environments of the policy.
    let apps: [TrustPolicy.App]
    let environments: [StoreEnvironment]
    private var signers: [Signer] = []

    init(_ policy: TrustPolicy) {
        apps = policy.apps.map { app in
            TrustPolicy.App(bundleID: app.bundleID.copied(), appAppleID: app.appAppleID)
        }
        environments = policy.environments.map { environment in
            StoreEnvironment(rawValue: environment.rawValue.copied())
        }
    }

    /// The signer behind a header, if its chain is trusted already.
    ///
    /// A comparison costs the length of the header, and ends at the first difference.
    func signer(
        of headerText: ArraySlice<UInt8>, in cache: ChainCache
    ) throws(CheckFailure) -> Signer? {
        for signer in signers where signer.hasHeader(headerText) { return signer }
        guard let chain = cache.chain(for: headerText) else { return nil }
        let signer = try Signer(chain: chain)
        if signers.count == ChainCache.entryCountMax { signers.removeFirst() }
        signers.append(signer)
        return signer
    }
}

extension TrustedChain {
    /// The same, sharing no memory but the key.
    fileprivate func copied() -> TrustedChain {
        TrustedChain(
            headerText: headerText.map { $0 }, signingKey: signingKey,
            validity: validity.map { $0 }, isSingleCertificate: isSingleCertificate)
    }
}

extension String {
    /// The same, sharing no memory.
    fileprivate func copied() -> String { String(decoding: Array(utf8), as: UTF8.self) }
}
