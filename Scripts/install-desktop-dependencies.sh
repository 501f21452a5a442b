#!/usr/bin/env bash
# Installs what the desktop sample needs, if it is missing: GTK 4. With --tests, also what its tests need: an X server
# without a screen, a window manager, the accessibility bus, and the tools that type and look. Says what it does; does
# nothing and says nothing when nothing is missing.
set -euo pipefail

say() { printf '%s\n' "$*" >&2; }
has() { command -v "$1" >/dev/null 2>&1; }

"$(dirname "$0")/install-dependencies.sh"

if [ "$(uname -s)" != Linux ]; then
    pkg-config --exists gtk4 2>/dev/null || { say "GTK 4 is missing. Install it: brew install gtk4 pkgconf"; exit 1; }
    exit 0
fi

missing=()
pkg-config --exists gtk4 2>/dev/null || missing+=(libgtk-4-dev pkg-config)
if [ "${1:-}" = --tests ]; then
    has Xvfb && has xvfb-run && has xauth || missing+=(xvfb xauth)
    has openbox || missing+=(openbox)
    has xdotool || missing+=(xdotool)
    has import || missing+=(imagemagick)
    has dbus-run-session || missing+=(dbus dbus-bin)
    [ -e /usr/share/dbus-1/services/org.a11y.Bus.service ] || missing+=(at-spi2-core)
    /usr/bin/python3 -c 'import pyatspi' 2>/dev/null || missing+=(python3 python3-pyatspi)
    [ -n "$(find /usr/share/fonts -name '*.ttf' -print -quit 2>/dev/null)" ] || missing+=(fonts-dejavu-core)
    [ -e /usr/share/icons/Adwaita ] || missing+=(adwaita-icon-theme)
fi
[ "${#missing[@]}" -gt 0 ] || exit 0

if ! has apt-get; then
    say "These are missing; install them with your system's package manager (the names are Debian's): ${missing[*]}"
    exit 1
fi
root=""
[ "$(id -u)" -eq 0 ] || root="sudo"
say "Installing with apt-get, for the desktop sample: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
$root apt-get update -qq
$root apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
