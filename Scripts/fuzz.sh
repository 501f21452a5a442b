#!/usr/bin/env bash
# Feeds everything that decodes bytes with what libFuzzer thinks of, for some seconds (60, or the first argument).
set -eu -o pipefail

cd "$(dirname "$0")/.."
seconds=${1:-60}
build=.build/fuzz
mkdir -p "$build/corpus"

# Without the macros, which a fuzzer has no use for.
mapfile -t sources < <(find Sources/DataContainer/{Support,Stores,Values} Tests/Fuzz -name '*.swift')
swiftc -parse-as-library -swift-version 6 -g -sanitize=fuzzer,address -module-name Fuzz \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -I Sources/CSQLite "${sources[@]}" -o "$build/fuzz" -lsqlite3

# The files that are fuzzed need no disk. Leaks are not looked for: what Swift keeps for good is taken for one.
if [ -w /dev/shm ]; then export TMPDIR=/dev/shm; fi
ASAN_OPTIONS=detect_leaks=0 "$build/fuzz" -detect_leaks=0 -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -max_len=4096 -print_final_stats=1 \
    -artifact_prefix="$build/" "$build/corpus"
