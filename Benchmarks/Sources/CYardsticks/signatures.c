#define _GNU_SOURCE
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "yardsticks.h"

typedef struct {
    EVP_PKEY *key;
    const uint8_t *digest;
    const uint8_t *signature;
    size_t signature_count;
    double end;
    uint64_t count;
    bool failed;
} verification_work;

const char *openssl_version_text(void) { return OpenSSL_version(OPENSSL_VERSION); }

static void *verify_until_end(void *argument) {
    verification_work *work = argument;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(work->key, NULL);
    work->failed = !context || EVP_PKEY_verify_init(context) != 1;
    while (!work->failed && yardstick_seconds() < work->end) {
        for (int index = 0; index < 100 && !work->failed; index++) {
            work->failed = EVP_PKEY_verify(
                               context, work->signature, work->signature_count, work->digest, 32) != 1;
        }
        work->count += 100;
    }
    EVP_PKEY_CTX_free(context);
    return NULL;
}

double ecdsa_verifications_per_second(int threads, double seconds) {
    enum { threads_max = 64 };
    if (threads < 1 || threads > threads_max) return -1;
    static const uint8_t digest[32] = {1, 2, 3};
    uint8_t signature[128];
    size_t signature_count = sizeof signature;
    EVP_PKEY *key = EVP_EC_gen("P-256");
    EVP_PKEY_CTX *context = key ? EVP_PKEY_CTX_new(key, NULL) : NULL;
    bool is_signed = context && EVP_PKEY_sign_init(context) == 1 &&
                     EVP_PKEY_sign(context, signature, &signature_count, digest, 32) == 1;
    EVP_PKEY_CTX_free(context);
    double result = -1;
    if (is_signed) {
        verification_work work[threads_max];
        pthread_t ids[threads_max];
        double start = yardstick_seconds();
        for (int index = 0; index < threads; index++) {
            work[index] = (verification_work){
                key, digest, signature, signature_count, start + seconds, 0, false};
            if (pthread_create(&ids[index], NULL, verify_until_end, &work[index])) threads = index;
        }
        uint64_t count = 0;
        bool failed = threads == 0;
        for (int index = 0; index < threads; index++) {
            pthread_join(ids[index], NULL);
            count += work[index].count;
            failed = failed || work[index].failed;
        }
        if (!failed) result = (double)count / (yardstick_seconds() - start);
    }
    EVP_PKEY_free(key);
    return result;
}

typedef struct {
    double end;
    uint64_t bytes;
    bool failed;
} hash_work;

static void *hash_until_end(void *argument) {
    hash_work *work = argument;
    enum { token_bytes = 5000 };
    static const uint8_t token[token_bytes];
    uint8_t digest[32];
    EVP_MD *algorithm = EVP_MD_fetch(NULL, "SHA256", NULL);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    work->failed = !algorithm || !context;
    while (!work->failed && yardstick_seconds() < work->end) {
        for (int index = 0; index < 100 && !work->failed; index++) {
            work->failed = EVP_DigestInit_ex(context, algorithm, NULL) != 1 ||
                           EVP_DigestUpdate(context, token, token_bytes) != 1 ||
                           EVP_DigestFinal_ex(context, digest, NULL) != 1;
        }
        work->bytes += 100 * token_bytes;
    }
    EVP_MD_CTX_free(context);
    EVP_MD_free(algorithm);
    return NULL;
}

double sha256_bytes_per_second(int threads, double seconds) {
    enum { threads_max = 64 };
    if (threads < 1 || threads > threads_max) return -1;
    hash_work work[threads_max];
    pthread_t ids[threads_max];
    double start = yardstick_seconds();
    for (int index = 0; index < threads; index++) {
        work[index] = (hash_work){start + seconds, 0, false};
        if (pthread_create(&ids[index], NULL, hash_until_end, &work[index])) threads = index;
    }
    uint64_t bytes = 0;
    bool failed = threads == 0;
    for (int index = 0; index < threads; index++) {
        pthread_join(ids[index], NULL);
        bytes += work[index].bytes;
        failed = failed || work[index].failed;
    }
    return failed ? -1 : (double)bytes / (yardstick_seconds() - start);
}
