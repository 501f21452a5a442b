#!/bin/sh
# Shows the sample app. In a terminal it opens it, with the person's own defaults. Without one it plays two launches in
# a row, in a folder of their own, prints every command and every line, and exits with 1 if the value did not come back.
# Arguments go to two-screens: Scripts/demo.sh --store sqlite
set -eu
cd "$(dirname "$0")/.."

swift build --product two-screens >&2
program=$(swift build --show-bin-path)/two-screens

if [ -t 0 ] && [ -t 1 ]; then
    exec "$program" "$@"
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
# A program that has gone away is seen below, as an answer that does not come.
trap '' PIPE
export HOME="$folder" XDG_CONFIG_HOME="$folder/config" XDG_STATE_HOME="$folder/state"
mkfifo "$folder/commands" "$folder/lines"

# start ARGUMENT...: launches the program.
start() {
    echo "\$ two-screens${*:+ $*}"
    "$program" "$@" <"$folder/commands" >"$folder/lines" &
    exec 3>"$folder/commands" 4<"$folder/lines"
}

# say COMMAND: gives the program a command.
say() {
    echo "> $1"
    echo "$1" >&3 || true
}

# hear LINE: takes the program's next line, which must be this one.
hear() {
    answer=
    read -r answer <&4 || answer="nothing"
    echo "$answer"
    if [ "$answer" != "$1" ]; then
        echo "The value did not come back: expected \"$1\"."
        exit 1
    fi
}

# finish: ends the launch.
finish() {
    say quit
    exec 3>&- 4<&-
    wait $! || { echo "two-screens ended with $?."; exit 1; }
}

start "$@"
hear 'First screen: 0'
say 'edit 42'
say next
hear 'Second screen: 42'
say background
hear 'Saved'
hear 'Second screen: 42'
finish
echo
start "$@"
hear 'First screen: 42'
say next
hear 'Second screen: 42'
finish
echo
echo 'The value came back.'
