#!/usr/bin/env bash
# Measures the ledger beside its peers, or checks what must not grow.
# Usage: scripts/bench.sh [--smoke] [--json] [--events N] [--growth] [--only SECTION]
#        scripts/bench.sh --gates
# Peers that are Python packages (docs/benchmarks.md) run where the Python of PEERS_PYTHON has them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install-dependencies.sh >&2
cd Benchmarks
# The plan of an earlier build does not know files that have come to the ledger since.
swift build -c release --disable-build-manifest-caching >&2
bin=$(swift build -c release --show-bin-path)
SWIFT_VERSION_TEXT=$(swift --version 2>/dev/null | sed -n 's/.*\(Swift version [0-9.]*\).*/\1/p' | head -n 1)
export SWIFT_VERSION_TEXT

for argument in "$@"; do
    if [[ $argument == --gates ]]; then
        exec "$bin/LedgerGates" --directory .build/benchmarks --thresholds gates.json
    fi
    # What a change must not break is part of the short run.
    if [[ $argument == --smoke ]]; then
        "$bin/LedgerGates" --directory .build/benchmarks --thresholds gates.json >&2
    fi
done

command_line=()
for argument in "$@"; do
    # What grows is filled and asked by the command line tool.
    if [[ $argument == --growth ]]; then
        swift build -c release --package-path .. --product ledgerctl >&2
        command_line=(--ledgerctl "$(swift build -c release --package-path .. --show-bin-path)/ledgerctl")
    fi
done

python=()
candidate=${PEERS_PYTHON:-python3}
if command -v "$candidate" >/dev/null 2>&1; then
    python=(--python "$(command -v "$candidate")")
fi
exec "$bin/LedgerBenchmarks" --directory .build/benchmarks --peers Peers "${python[@]}" "${command_line[@]}" "$@"
