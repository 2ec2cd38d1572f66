#!/usr/bin/env bash
# tools/lint.sh [REV] [--all] [--limit N] | --fix-format: called by ./dev lint and ./dev fmt with
# CLANG (version) and JOBS set. Runs every check even where an earlier one failed.
set -uo pipefail
: "${CLANG:=16}" "${JOBS:=2}"
rev='' all='' limit=0 fix=''
while [ $# -gt 0 ]; do
  case $1 in
    --all) all=yes ;;
    --limit) limit=${2:?--limit needs a number} && shift ;;
    --fix-format) fix=yes ;;
    -*) echo "lint: there is no option '$1'" >&2 && exit 2 ;;
    *) rev=$1 ;;
  esac
  shift
done

# Tracked files and new ones that are not ignored, but not those deleted in the working tree.
cpp_files() {
  git ls-files --cached --others --exclude-standard -- '*.cpp' '*.hpp' | sort -u |
    while IFS= read -r file; do [ ! -f "$file" ] || echo "$file"; done
}

if [ -n "$fix" ]; then
  cpp_files | xargs -r "clang-format-$CLANG" -i
  exit
fi

# The point to compare with: where the branch left main, or on main itself the last commit's parent.
base_revision() {
  local base head
  head=$(git rev-parse HEAD)
  for base in origin/main main; do
    base=$(git merge-base HEAD "$base" 2>/dev/null) || continue
    [ "$base" = "$head" ] || { echo "$base"; return; }
  done
  git rev-parse -q --verify HEAD~1 || git hash-object -t tree /dev/null  # a first commit: all of it
}

changed_files() {
  { git diff --name-only "$1" && git ls-files --others --exclude-standard; } | sort -u
}

# clang-tidy reads translation units: a header is checked through the source of its own name, else
# through the first one that includes it.
translation_units() {
  local file
  while IFS= read -r file; do
    case $file in
      tests/fuzz/*) ;;  # built by other presets, so without a compile command here
      *.cpp) [ ! -f "$file" ] || echo "$file" ;;
      *.hpp)
        if [ -f "${file%.hpp}.cpp" ]; then echo "${file%.hpp}.cpp"
        else git grep -lF "#include \"$file\"" -- '*.cpp' | head -n 1
        fi ;;
    esac
  done | sort -u
}

failed=()
check() {  # check NAME COMMAND…
  echo "lint: $1"
  "${@:2}" || failed+=("$1")
}

format_check() {
  [ "$CLANG" = 16 ] || echo "lint: clang-format $CLANG may format otherwise than 16, which counts" >&2
  local faults
  faults=$(cpp_files | xargs -r "clang-format-$CLANG" --dry-run 2>&1 |
    sed -n 's/^\([^ :]*:[0-9]*\):[0-9]*: warning: .*/\1: not formatted/p' | sort -t: -k1,1 -u)
  [ -n "$faults" ] || return 0
  echo "$faults"
  echo "run ./dev fmt"
  return 1
}

# Not checked: that a sourced file defines a name (1091, 2154), and a $ in single quotes (2016).
shell_check() {
  { echo dev && echo .ci/run && git ls-files --cached --others --exclude-standard -- '*.sh'; } |
    xargs shellcheck -e SC1091,SC2154,SC2016
}

tidy_check() {
  local units count
  if [ -n "$all" ]; then units=$(cpp_files | translation_units)
  else
    rev=${rev:-$(base_revision)}
    git rev-parse -q --verify "$rev" >/dev/null ||
      { echo "lint: git knows no revision '$rev'" >&2; return 1; }
    units=$(changed_files "$rev" | translation_units)
  fi
  # A file outside the build (a platform's, say) has no command to be parsed with.
  units=$(grep -xFf <(sed -n "s|^ *\"file\": \"$PWD/\(.*\)\".*|\1|p" build/release/compile_commands.json) \
          <<<"$units")
  count=$(grep -c . <<<"$units")
  [ "$count" -gt 0 ] || { echo "  nothing changed"; return; }
  if [ "$limit" -gt 0 ] && [ "$count" -gt "$limit" ]; then
    echo "  $limit of $count changed files; ./dev lint checks the rest"
    units=$(head -n "$limit" <<<"$units")
  fi
  # The commands are g++'s, whose warning options clang does not all know.
  xargs -r -P "$JOBS" -n 1 "clang-tidy-$CLANG" --quiet -p build/release \
    --extra-arg=-Wno-unknown-warning-option <<<"$units" 2>&1 |
    grep -vE '^([0-9]+ warnings?|Error while processing|Suppressed) ?'
  return "${PIPESTATUS[0]}"
}

check "formatting" format_check
check "layers" bash tools/check-layers.sh
check "sizes" bash tools/check-size.sh
check "shell scripts" shell_check
check "clang-tidy" tidy_check

[ ${#failed[@]} -eq 0 ] || { printf 'lint: failed: %s\n' "${failed[@]}" >&2; exit 1; }
echo "lint: fine"
