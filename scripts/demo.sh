#!/usr/bin/env bash
# The main job on real input: what Apple signed goes in, and answers as of any two instants come out.
#
# Two ledgers: one for tokens that Apple's own chain signed, one for half a year of a made-up shop,
# signed by a throwaway App Store (Snippets/DemoStory.swift tells the story by date).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install-dependencies.sh
swift build --quiet
bin=$(swift build --show-bin-path)
PATH="$bin:$PATH"
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

heading() { printf '\n# %s\n' "$1"; }
show() {
    printf '\n$ %s\n' "${*//$directory\//}"
    "$@"
}

heading "Signed by Apple"
export LEDGER_PATH="$directory/apple"
corpus=Tests/LedgerTests/Fixtures/corpus
renewal=$corpus/bodies/body_gopay_20220304_did-renew_9d61db45.json
transaction=$corpus/jws/transaction_gopay_20221104_autorenewable_0cd9c84b.jws
line=(--original-transaction-id 2000000000842607 --environment Sandbox)
show ledgerctl init --bundle-id com.audaos.audarecorder --bundle-id Com.VoiceRecording.Telephone
show ledgerctl ingest $renewal $transaction
show ledgerctl ingest $renewal
show ledgerctl status "${line[@]}" --as-of 2022-03-04T09:44:00Z
show ledgerctl status "${line[@]}" --as-of 2022-03-05

heading "Half a year of a shop"
DemoStory "$directory"
export LEDGER_PATH="$directory/shop"
alice=(--app-account-token a11ce000-0000-4000-8000-000000000001)
bob=(--app-account-token b0b00000-0000-4000-8000-000000000002)
show ledgerctl init --bundle-id com.example.app --app-apple-id 1234567890 \
    --root-certificate "$directory/root.pem"
show ledgerctl catalog import "$directory/catalog.json"
show ledgerctl ingest "$directory/winter.jsonl"
known=$(ledgerctl stats --json | sed 's/.*"events":\([0-9]*\).*/\1/')
show ledgerctl spend "${alice[@]}" --currency coins --amount 150 --id order-1 \
    --effective 2026-03-01T12:00:00Z
show ledgerctl ingest "$directory/spring.jsonl"

heading "What could they use, and when?"
show ledgerctl entitlements "${alice[@]}" --as-of 2026-02-19
show ledgerctl entitlements "${alice[@]}" --as-of 2026-06-30
show ledgerctl status "${bob[@]}" --as-of 2026-03-12
show ledgerctl balance "${alice[@]}" --as-of 2026-03-15
show ledgerctl balance "${alice[@]}"

heading "Replayed as of two dates, and as it was known before the spring"
show ledgerctl replay --as-of 2026-03-12
show ledgerctl replay --as-of 2026-06-01
show ledgerctl replay --as-of 2026-06-01 --known-sequence "$known"

heading "For finance, and for the auditor"
show ledgerctl export transactions --format csv --output "$directory/transactions.csv"
show cut -d, -f4,8,10,17,28,30 "$directory/transactions.csv"
show ledgerctl verify --signatures
