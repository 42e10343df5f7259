#!/usr/bin/env bash
# Runs the tests under a sanitizer, in a build directory of its own.
# Usage: scripts/sanitize.sh thread|address [swift test arguments]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
    echo "usage: scripts/sanitize.sh thread|address [swift test arguments]" >&2
    exit 64
}

# LeakSanitizer stops the process where ptrace is not allowed (most containers), so a small
# program that leaks nothing tells whether it runs here.
leak_sanitizer_works() {
    local directory result=1
    directory=$(mktemp -d) || return 1
    echo 'print("ok")' >"$directory/probe.swift"
    if swiftc -sanitize=address -o "$directory/probe" "$directory/probe.swift" >/dev/null 2>&1 &&
        ASAN_OPTIONS=detect_leaks=1 "$directory/probe" >/dev/null 2>&1; then
        result=0
    fi
    rm -rf "$directory"
    return "$result"
}

(($# > 0)) || usage
sanitizer=$1
shift
case $sanitizer in
thread) ;;
address)
    export LSAN_OPTIONS="suppressions=$PWD/scripts/leak-suppressions.txt"
    if [[ -z ${ASAN_OPTIONS:-} ]] && ! leak_sanitizer_works; then
        echo "LeakSanitizer does not run here: leaks are not checked."
        export ASAN_OPTIONS=detect_leaks=0
    fi
    ;;
*) usage ;;
esac

# XCTest has nothing to run here, and its empty run leaks.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
swift test --disable-xctest --sanitize="$sanitizer" --scratch-path ".build/$sanitizer" "$@" |
    tee "$log"

# A filter that matches nothing would pass for ever.
if grep -q 'Test run with 0 tests' "$log"; then
    echo "sanitize: no test matches: $*" >&2
    exit 1
fi
