#!/usr/bin/env bash
# tools/check-size.sh [ROOT]: a file that one can read in one sitting. Warns over 400 lines and fails
# over 600; tests, where cases stand one below the other, may have 800.
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"
warn=400 most=600 most_test=800

find . \( -path ./build -o -path ./.git -o -path ./.cache -o -path '*/node_modules' \) -prune -o -type f \
  \( -name '*.cpp' -o -name '*.hpp' -o -name '*.sh' -o -name '*.py' -o -name '*.cmake' \
  -o -name '*.awk' -o -name '*.ts' -o -name CMakeLists.txt -o -path ./dev -o -path ./.ci/run \) \
  -exec awk -v warn=$warn -v most=$most -v most_test=$most_test '
    function judge() {
      limit = name ~ /^\.\/tests\// ? most_test : most
      sub(/^\.\//, "", name)
      if (lines > limit) {
        printf "%s: %d lines, at most %d are allowed; move a part that has a name of its own to its own file\n", name, lines, limit
        bad = 1
      } else if (lines > warn)
        printf "%s: %d lines, over %d: consider splitting it\n", name, lines, warn
    }
    FNR == 1 { if (name != "") judge(); name = FILENAME }
    { lines = FNR }
    END { if (name != "") judge(); exit bad }' {} +
