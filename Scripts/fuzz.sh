#!/usr/bin/env bash
# Feeds everything that decodes bytes with what libFuzzer thinks of, for some seconds (60, or the first argument).
set -eu -o pipefail

cd "$(dirname "$0")/.."
seconds=${1:-60}
build=.build/fuzz
mkdir -p "$build/corpus"

# Whole-module and without the macros, which a fuzzer has no use for.
mapfile -t sources < <(find Sources/DataContainer/{Support,Stores,Values} Tests/Fuzz -name '*.swift')
swiftc -parse-as-library -swift-version 6 -O -g -sanitize=fuzzer,address -module-name Fuzz \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -I Sources/CSQLite -I Sources/CThreadSanitizer "${sources[@]}" -o "$build/fuzz" -lsqlite3

"$build/fuzz" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -max_len=4096 -print_final_stats=1 \
    -artifact_prefix="$build/" "$build/corpus"
