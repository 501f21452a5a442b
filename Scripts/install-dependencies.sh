#!/usr/bin/env bash
# Installs what the package needs beside a Swift toolchain, if it is missing: on Debian and its relatives SQLite's
# header. macOS has all of it. Says what it does; does nothing and says nothing when nothing is missing.
set -euo pipefail

say() { printf '%s\n' "$*" >&2; }

if ! command -v swift >/dev/null 2>&1; then
    say "There is no 'swift' on the PATH. Install a Swift 6.2 toolchain or a newer one from https://www.swift.org/install/."
    exit 1
fi

[ "$(uname -s)" = Linux ] || exit 0
if [ -e /usr/include/sqlite3.h ] || pkg-config --exists sqlite3 2>/dev/null; then
    exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
    say "SQLite's header is missing. Install it with your system's package manager (sqlite-devel, libsqlite3-dev)."
    exit 1
fi

root=""
[ "$(id -u)" -eq 0 ] || root="sudo"
say "Installing libsqlite3-dev with apt-get, for SQLite's header."
export DEBIAN_FRONTEND=noninteractive
$root apt-get update -qq
$root apt-get install -y -qq libsqlite3-dev >/dev/null
