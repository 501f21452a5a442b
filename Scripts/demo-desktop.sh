#!/bin/sh
# Opens the desktop sample. Without a display it plays it on one of its own, and says where the pictures are.
# Arguments go to two-screens-desktop: Scripts/demo-desktop.sh --store /tmp/state.sqlite
set -eu
cd "$(dirname "$0")/../Examples/Desktop"

swift build --quiet >&2
program=$(swift build --quiet --show-bin-path)/two-screens-desktop

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || [ "$(uname -s)" != Linux ]; then
    exec "$program" "$@"
fi
echo "There is no display, so the sample is played on one of its own: a number is typed, the window is minimized and the"
echo "program killed, and the next launch has the number."
../../Scripts/install-desktop-dependencies.sh --tests
Tests/run "$program" DesktopTests.test_a_minimized_window_has_saved
echo "The window of the second launch: Examples/Desktop/artifacts/test_a_minimized_window_has_saved.png"
