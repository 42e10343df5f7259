#!/usr/bin/env bash
# The main job on real input: notifications signed by Apple in, answers at two instants out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install-dependencies.sh
swift build --product ledgerctl
ledgerctl="$(swift build --show-bin-path)/ledgerctl"
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
export LEDGER_PATH="$directory/ledger"
body=Tests/LedgerTests/Fixtures/corpus/bodies/body_gopay_20220304_did-renew_9d61db45.json
question=(status --original-transaction-id 2000000000842607 --environment Sandbox)

show() {
    echo "\$ ledgerctl $*"
    "$ledgerctl" "$@"
    echo
}

show init --bundle-id com.audaos.audarecorder
show ingest "$body"
show ingest "$body"
show "${question[@]}" --as-of 2022-03-04T09:44:00Z
show "${question[@]}" --as-of 2022-03-05
