#!/usr/bin/env bash
# Builds the documentation of Ledger into .build/docs; a documentation warning is an error.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
    printf 'docs: %s\n' "$@" >&2
    exit 1
}

swift=$(command -v swift) || fail "there is no swift on PATH."
docc="$(dirname "$(readlink -f "$swift")")/docc"
# A version manager's `swift` is a shim: what it runs is beside the compiler it reports.
if [[ ! -x $docc ]]; then
    resources=$(swift -print-target-info | sed -n 's/.*"runtimeResourcePath": *"\(.*\)".*/\1/p')
    docc="$resources/../../bin/docc"
fi
[[ -x $docc ]] || fail "there is no docc beside $swift; install a complete Swift toolchain."

# Graphs of an earlier run would otherwise hide that this one wrote none.
if [[ -d .build ]]; then
    find .build -path '*/symbolgraph/*' -name 'Ledger.symbols.json' -delete
fi
swift package dump-symbol-graph --minimum-access-level public

graph=$(find -H .build -path '*/symbolgraph/Ledger.symbols.json' -type f -print -quit)
[[ -n $graph ]] || fail "dump-symbol-graph wrote no Ledger.symbols.json under .build."

# A directory that holds Ledger's graph alone, so that docc documents no other module.
rm -rf .build/docs-symbols .build/docs
mkdir -p .build/docs-symbols
cp "$graph" .build/docs-symbols/

"$docc" convert Sources/Ledger/Ledger.docc \
    --additional-symbol-graph-dir .build/docs-symbols \
    --fallback-display-name Ledger \
    --fallback-bundle-identifier Ledger \
    --output-path .build/docs \
    --warnings-as-errors
echo "Documentation is in .build/docs"
