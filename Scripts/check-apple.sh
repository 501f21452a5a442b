#!/usr/bin/env bash
# Type-checks on Linux what is written for Apple systems: the library's sources as they stand on iOS, macOS and watchOS,
# and Examples/iOS. It is a type check against the stub modules of Tests/AppleStubs, not a build: nothing is linked or
# run, and a stub may be wrong about the framework that it stands for.
#
# `canImport` is true for a stub on the search path, and each system gets its own. `os(iOS)` and the like are about the
# compiler's target, and stay false: the few lines behind `#if os(macOS)` are not checked, and the files that are for
# Linux alone (`…+Linux.swift`) are left out.
set -euo pipefail
cd "$(dirname "$0")/.."

# On a Mac, the real thing is there to build with.
[ "$(uname -s)" = Linux ] || exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
stubs=Tests/AppleStubs

# The macros, for the app's container. They are all that runs here.
swift build --quiet --product DataContainer
macro="$(swift build --show-bin-path)/DataContainerMacros-tool#DataContainerMacros"

# SwiftPM writes this one when it builds the package.
mkdir "$work/CLifecycle"
printf 'module CLifecycle {\n    umbrella "%s/Sources/CLifecycle/include"\n    export *\n}\n' "$PWD" \
    >"$work/CLifecycle/module.modulemap"

# As in Package.swift, but for MemberImportVisibility: Foundation's Apple side comes from a stub of another name.
language=(-swift-version 6 -enable-upcoming-feature ExistentialAny -warnings-as-errors -module-cache-path "$work/cache"
    -load-plugin-executable "$macro" -I "$work/CLifecycle" -I Sources/CSQLite)
# No one outside the package is there to see what a library imports, so only the library hides its imports.
library=("${language[@]}" -enable-upcoming-feature InternalImportsByDefault -package-name datacontainer
    -module-name DataContainer)
mapfile -t sources < <(find Sources/DataContainer -name '*.swift' ! -name '*+Linux.swift' | sort)
sources+=("$stubs/Globals.swift")

# stub SYSTEM MODULE...: makes modules of stubs, in this order, on the search path of one system.
stub() {
    local system="$work/$1" module
    mkdir -p "$system"
    for module in "${@:2}"; do
        swiftc -emit-module -parse-as-library -swift-version 6 -suppress-warnings -module-cache-path "$work/cache" \
            -module-name "$module" -I "$system" -o "$system/$module.swiftmodule" "$stubs/$module.swift"
    done
}

# check SYSTEM: checks the library on one system.
check() {
    echo "Checking the library for $1"
    swiftc -typecheck "${library[@]}" -I "$work/$1" "${sources[@]}"
}

stub iOS Darwin os AppleFoundation UIKit SwiftUI
stub macOS Darwin os AppleFoundation AppKit
stub watchOS Darwin os AppleFoundation WatchKit
for system in iOS macOS watchOS; do check "$system"; done

app=Examples/iOS/TwoScreens.swiftpm
echo "Checking $app"
swiftc -emit-module "${library[@]}" -I "$work/iOS" -o "$work/iOS/DataContainer.swiftmodule" "${sources[@]}"
mapfile -t sources < <(find "$app" -name '*.swift' ! -name Package.swift | sort)
swiftc -typecheck "${language[@]}" -enable-upcoming-feature MemberImportVisibility -parse-as-library \
    -module-name TwoScreens -I "$work/iOS" "${sources[@]}"

# The manifest, with the API that Xcode adds to SwiftPM's.
manifests=$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/swift/pm/ManifestAPI
mkdir "$work/manifest"
swiftc -emit-module -parse-as-library -swift-version 6 -suppress-warnings -I "$manifests" \
    -module-name AppleProductTypes -o "$work/manifest/AppleProductTypes.swiftmodule" "$stubs/AppleProductTypes.swift"
swiftc -typecheck -swift-version 6 -warnings-as-errors -package-description-version 6.2.0 \
    -I "$manifests" -I "$work/manifest" "$app/Package.swift"
