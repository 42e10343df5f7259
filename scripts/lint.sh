#!/usr/bin/env bash
# Checks the format of every Swift file. To repair: swift format -i -r Sources Tests Package.swift
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

paths=(Sources Tests Package.swift)
for directory in Snippets Benchmarks; do
    if [[ -d $directory ]]; then
        # Not a path given to -r: a nested package may hold its own .build.
        while IFS= read -r -d '' file; do
            paths+=("$file")
        done < <(find "$directory" -name .build -prune -o -type f -name '*.swift' -print0)
    fi
done
swift format lint --strict -r "${paths[@]}"
