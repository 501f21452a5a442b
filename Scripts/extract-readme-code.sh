#!/bin/sh
# Writes the Swift code of README.md to a program, so that the tests compile and run what the README says. Blocks for
# Apple's frameworks, for the manifest and for test targets are left out. With --check, it only compares, and exits with 1
# if the program is not up to date.
set -eu
cd "$(dirname "$0")/.."
program=Tests/Clients/Sources/readme/main.swift

code() {
    echo "// The code of README.md, one block after another. Written by Scripts/extract-readme-code.sh."
    awk '
        /^```swift$/ { inside = 1; first = 1; next }
        /^```$/ { if (inside && wanted) body = body "\n"; inside = 0; next }
        inside && first { wanted = !/^import (SwiftUI|UIKit|Testing)$|^\/\/ Package.swift$/; first = 0 }
        inside && wanted && /^import / { if (!seen[$0]++) imports = imports $0 "\n"; next }
        inside && wanted { body = body $0 "\n" }
        END { printf "\n%s\n%s", imports, body }
    ' README.md | cat -s | sed '${/^$/d;}'
}

if [ "${1:-}" != --check ]; then
    mkdir -p "$(dirname "$program")"
    code >"$program"
elif ! code | cmp -s - "$program"; then
    echo "The README's code has changed. Run Scripts/extract-readme-code.sh." >&2
    exit 1
fi
