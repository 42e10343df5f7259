#pragma once
#include <openssl/asn1.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/objects.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Makes a group's table of the multiples of its generator; 0 where libcrypto has no such call: it is
// deprecated by OpenSSL 3.0 without another in its place.
#if !defined(OPENSSL_NO_DEPRECATED_3_0) && OPENSSL_VERSION_MAJOR < 4
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
static inline int ledger_precompute_multiples(EC_GROUP *group, BN_CTX *context) {
    return EC_GROUP_precompute_mult(group, context);
}
#pragma clang diagnostic pop
#else
static inline int ledger_precompute_multiples(EC_GROUP *group, BN_CTX *context) {
    return 0;
}
#endif
