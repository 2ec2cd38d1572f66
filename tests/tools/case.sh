# shellcheck shell=bash disable=SC2034
# Sourced by the tests of this folder, which are called with the checkout's path.
#   $root   the checkout
#   $tree   an empty folder for a fixture; it goes away at the end
set -euo pipefail
root=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

# file PATH LINES…: a file of the fixture.
file() {
  mkdir -p "$(dirname "$tree/$1")"
  printf '%s\n' "${@:2}" >"$tree/$1"
}

# expect CODE TEXT COMMAND…: the command ends with CODE and TEXT is part of what it prints.
expect() {
  local want_code=$1 want_text=$2 code=0 output
  shift 2
  output=$("$@" 2>&1) || code=$?
  [ "$code" = "$want_code" ] && grep -qF -- "$want_text" <<<"$output" && return
  printf 'command: %s\nwanted:  code %s and the text: %s\ngot:     code %s and:\n%s\n' \
    "$*" "$want_code" "$want_text" "$code" "$output"
  exit 1
}

# lines COUNT: that many lines, as an array for file.
lines() { mapfile -t lines < <(seq "$1"); }
