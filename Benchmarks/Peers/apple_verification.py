"""Verifies transactions with Apple's own Python library, and prints how many a second.

Exits with 75 where the package app-store-server-library is not installed.
"""

import sys
import time

try:
    from appstoreserverlibrary.models.Environment import Environment
    from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import Encoding
except ImportError:
    sys.exit(75)


def main() -> None:
    root_path, bundle_id, app_apple_id, token_path = sys.argv[1:]
    with open(root_path, "rb") as file:
        root = x509.load_pem_x509_certificate(file.read()).public_bytes(Encoding.DER)
    with open(token_path, encoding="ascii") as file:
        tokens = file.read().split()
    verifier = SignedDataVerifier(
        [root], False, Environment.PRODUCTION, bundle_id, int(app_apple_id)
    )
    verifier.verify_and_decode_signed_transaction(tokens[0])
    start = time.perf_counter()
    for token in tokens:
        decoded = verifier.verify_and_decode_signed_transaction(token)
        assert decoded.bundleId == bundle_id
    print(len(tokens) / (time.perf_counter() - start))


main()
