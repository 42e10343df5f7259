#!/usr/bin/env bash
# Installs the system libraries the package links, and checks the Swift toolchain.
# Changes nothing, and needs no root, when everything is already there.
set -euo pipefail

# Every Debian package the project needs, in one place.
packages=(liblmdb-dev libsqlite3-dev libssl-dev libzstd-dev pkg-config)
# What the two Package.swift ask pkg-config for, or link; SQLite is a yardstick of Benchmarks alone.
modules=(lmdb libcrypto libzstd sqlite3)
swift_major=6
swift_minor=2

fail() {
    printf 'install-dependencies: %s\n' "$@" >&2
    exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

installed() {
    local status
    status=$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null) || return 1
    [[ $status == installed ]]
}

# Sets `missing` to the Debian packages dpkg does not have.
find_missing() {
    local package
    missing=()
    for package in "${packages[@]}"; do
        # On newer Debian the command pkg-config is pkgconf's.
        if [[ $package == pkg-config ]] && have pkg-config; then continue; fi
        installed "$package" || missing+=("$package")
    done
}

# Sets `unresolved` to the modules pkg-config does not find.
find_unresolved() {
    local module
    unresolved=()
    for module in "${modules[@]}"; do
        if ! have pkg-config || ! pkg-config --exists "$module"; then
            unresolved+=("$module")
        fi
    done
}

install_packages() {
    have apt-get || fail \
        "not found by pkg-config: ${unresolved[*]:-none}" \
        "there is no apt-get here. Install the equivalents of: ${packages[*]}" \
        "so that 'pkg-config --exists ${modules[*]}' succeeds, then run this again."
    local root=()
    if [[ $(id -u) -ne 0 ]]; then
        have sudo || fail \
            "missing packages: ${missing[*]}" \
            "this needs root and there is no sudo. As root, run:" \
            "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
        root=(sudo)
    fi
    echo "Installing: ${missing[*]}"
    "${root[@]}" apt-get update
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "${missing[@]}"
}

check_swift() {
    local advice="Install Swift $swift_major.$swift_minor or later from https://www.swift.org/install and put it on PATH."
    have swift || fail "there is no swift on PATH." "$advice"
    local version
    version=$(swift --version 2>/dev/null) || fail "'swift --version' failed." "$advice"
    [[ $version =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]] || fail \
        "cannot read the version in: $version" "$advice"
    local major=${BASH_REMATCH[1]} minor=${BASH_REMATCH[2]}
    if ((major < swift_major || (major == swift_major && minor < swift_minor))); then
        fail "Swift $major.$minor is too old." "$advice"
    fi
}

find_unresolved
if have dpkg-query; then
    find_missing
elif ((${#unresolved[@]} > 0)); then
    missing=("${packages[@]}")
else
    missing=()
fi
# Libraries that did not come from dpkg serve as well, if pkg-config finds them all.
if ((${#missing[@]} > 0 && ${#unresolved[@]} > 0)); then
    install_packages
    find_unresolved
fi
if ((${#unresolved[@]} > 0)); then
    fail "pkg-config does not find: ${unresolved[*]}" \
        "Check PKG_CONFIG_PATH, or reinstall: ${packages[*]}"
fi
check_swift
echo "Dependencies are in place."
