#!/usr/bin/env bash
# accept: quick
# A generation of a link, a server and an algorithm were each added in one commit that touches one
# data file, or one source file pair and its row, besides tests and what they record.
set -euo pipefail
cd "${WEFT_SOURCE:-$(dirname "$0")/../../..}"

check() {  # what, subject of the commit, files wanted
  local commit files count
  commit=$(git log --format=%h --fixed-strings --grep="$2" -1 2>/dev/null) || commit=
  if [[ -z $commit ]]; then
    printf 'ACCEPT\t%s added in one commit\tthe history is not here\t%s\tnot-run\n' "$1" "$3"
    return
  fi
  files=$(git show --format= --name-only "$commit" -- weft)
  count=$(grep -c . <<<"$files")
  printf 'ACCEPT\t%s added in one commit\t%s: %s\t%s\t%s\n' "$1" "$commit" "$(xargs <<<"$files")" \
    "at most $3 files" "$([[ $count -le $3 ]] && echo holds || echo short)"
}

check 'a generation of a link' 'Know PCI Express 8.0 from its announcement' 1
check 'a server' "Know Oracle's server of eight H100" 1
check 'an algorithm' 'Do swing all-reduce, whose partners are closer on rings and tori' 3
