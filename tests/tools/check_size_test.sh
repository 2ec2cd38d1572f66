#!/usr/bin/env bash
. "$(dirname "$0")/case.sh"
check() { bash "$root/tools/check-size.sh" "$tree"; }

lines 600 && file weft/base/a.cpp "${lines[@]}"
lines 800 && file tests/base/a.cpp "${lines[@]}"
lines 5000 && file build/generated.cpp "${lines[@]}" && file docs/long.md "${lines[@]}"
expect 0 'weft/base/a.cpp: 600 lines, over 400: consider splitting it' check

lines 601 && file weft/base/a.cpp "${lines[@]}"
expect 1 'weft/base/a.cpp: 601 lines, at most 600 are allowed' check
rm "$tree/weft/base/a.cpp"
lines 801 && file tests/base/a.cpp "${lines[@]}"
expect 1 'tests/base/a.cpp: 801 lines, at most 800 are allowed' check
rm "$tree/tests/base/a.cpp"
for path in tools/a.py tools/a.sh cmake/a.cmake weft/CMakeLists.txt dev; do
  lines 601 && file $path "${lines[@]}"
  expect 1 "$path: 601 lines" check
  rm "$tree/$path"
done
lines 400 && file weft/base/a.cpp "${lines[@]}"
[ -z "$(check)" ]
