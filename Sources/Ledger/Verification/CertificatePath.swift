internal import COpenSSL

/// Path validation (RFC 5280, section 6) of exactly three certificates, by libcrypto.
///
/// It checks names, signatures, the authority flag and key usage of the issuers, path lengths,
/// name constraints, unknown critical extensions and explicit curve parameters. Time is left
/// out: the result holds for ever and the dates are compared for each token. X509_STRICT is not
/// set, because Apple's own test certificates lack the key identifiers that it asks for.
enum CertificatePath {
    /// Whether root signed intermediate and intermediate signed leaf, by the rules above.
    static func leads(
        from leaf: X509Certificate, over intermediate: X509Certificate, to root: X509Certificate
    ) throws(CheckFailure) -> Bool {
        guard leaf.hasAcceptedSignatureAlgorithm, intermediate.hasAcceptedSignatureAlgorithm,
            intermediate.curve != nil
        else { return false }
        let context = try Context()
        let answer = try context.verify(leaf, over: intermediate, to: root)
        guard answer else { return false }
        return context.chainEquals([leaf, intermediate, root])
    }

    /// Owns the C objects of one validation.
    @safe private struct Context: ~Copyable {
        private let store: OpaquePointer
        private let untrusted: OpaquePointer
        private let context: OpaquePointer

        init() throws(CheckFailure) {
            guard let store = unsafe X509_STORE_new() else {
                throw OpenSSLErrors.fault(in: "X509_STORE_new")
            }
            guard let untrusted = unsafe OPENSSL_sk_new_null() else {
                unsafe X509_STORE_free(store)
                throw OpenSSLErrors.fault(in: "OPENSSL_sk_new_null")
            }
            guard let context = unsafe X509_STORE_CTX_new() else {
                unsafe X509_STORE_free(store)
                unsafe OPENSSL_sk_free(untrusted)
                throw OpenSSLErrors.fault(in: "X509_STORE_CTX_new")
            }
            unsafe self.store = store
            unsafe self.untrusted = untrusted
            unsafe self.context = context
        }

        deinit {
            unsafe X509_STORE_CTX_free(context)
            unsafe OPENSSL_sk_free(untrusted)  // the certificates in it are borrowed
            unsafe X509_STORE_free(store)
        }

        func verify(
            _ leaf: X509Certificate, over intermediate: X509Certificate, to root: X509Certificate
        ) throws(CheckFailure) -> Bool {
            let isReady = unsafe leaf.withPointer { leaf in
                unsafe intermediate.withPointer { intermediate in
                    unsafe root.withPointer { root in
                        unsafe X509_STORE_add_cert(store, root) == 1
                            && OPENSSL_sk_push(untrusted, UnsafeRawPointer(intermediate)) > 0
                            && X509_STORE_CTX_init(context, store, leaf, untrusted) == 1
                    }
                }
            }
            if !isReady { throw OpenSSLErrors.fault(in: "X509_STORE_CTX_init") }
            unsafe X509_VERIFY_PARAM_set_flags(
                X509_STORE_CTX_get0_param(context), UInt(X509_V_FLAG_NO_CHECK_TIME))
            let answer = unsafe X509_verify_cert(context)
            if answer == 1 { return true }
            if unsafe X509_STORE_CTX_get_error(context) == X509_V_ERR_OUT_OF_MEM {
                throw OpenSSLErrors.fault(in: "X509_verify_cert")
            }
            try OpenSSLErrors.drain(in: "X509_verify_cert")
            return false
        }

        /// Whether the path that was found is these certificates and no others.
        func chainEquals(_ certificates: [X509Certificate]) -> Bool {
            guard let chain = unsafe X509_STORE_CTX_get0_chain(context),
                unsafe Int(OPENSSL_sk_num(chain)) == certificates.count
            else { return false }
            for (index, certificate) in certificates.enumerated() {
                guard let found = unsafe OPENSSL_sk_value(chain, Int32(index)) else { return false }
                let isSame = unsafe certificate.withPointer { pointer in
                    unsafe X509_cmp(OpaquePointer(found), pointer) == 0
                }
                if !isSame { return false }
            }
            return true
        }
    }
}
