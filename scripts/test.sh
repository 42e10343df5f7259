#!/usr/bin/env bash
# Installs what is missing, builds everything and runs every test.
# Arguments go to `swift test`, for example: scripts/test.sh --filter LMDB
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install-dependencies.sh
swift build --build-tests
swift test --skip-build "$@"
