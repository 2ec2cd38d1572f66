#!/usr/bin/env bash
. "$(dirname "$0")/case.sh"
check() { python3 "$root/tools/check-docs.py" "$tree"; }

file weft/base/a.hpp ''
file weft/base/a.cpp ''
file weft/base/README.md '# base' 'See `weft/base/a.{hpp,cpp}`, `weft/*/a.hpp:12` and `weft/<layer>/x.hpp`.'
file docs/flow.md '# The flow' '## Step 2: a chunk'
file README.md '[flow](docs/flow.md#step-2-a-chunk) [web](https://example.org) `weft predict a/b`' \
  '```' '[not a link](nowhere.md) `weft/none.hpp`' '```'
expect 0 '3 pages, 0 faults' check

file docs/bad.md 'a' '[x](gone.md)'
expect 1 "docs/bad.md:2: link to 'gone.md', but there is no such file" check
file docs/bad.md '[x](flow.md#step-3)'
expect 1 'flow.md has no such heading' check
file docs/bad.md 'look into `weft/base/b.hpp`'
expect 1 'docs/bad.md:1: names `weft/base/b.hpp`, which does not exist' check
file docs/bad.md 'look into `weft/base/a.{hpp,py}`'
expect 1 'names `weft/base/a.py`' check
rm "$tree/docs/bad.md"

lines 41 && file weft/base/README.md "${lines[@]}"
expect 1 'weft/base/README.md: 41 lines, at most 40 are allowed' check
rm "$tree/weft/base/README.md"
expect 1 'weft/base/README.md: missing' check
