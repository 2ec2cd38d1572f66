#!/usr/bin/env bash
# tools/check-layers.sh [ROOT]: holds every file under weft/ to the table weft/layers.txt.
#  - A layer includes itself, the layers its row names, and what those may include; always by the
#    full path, "weft/<layer>/<file>", so that the reader and this check see where it leads.
#  - simulate and execute never reach each other, not even through a third layer: they are two
#    independent answers to the same question.
#  - Only cli prints and ends the program. Below it these words are refused: std::cout std::cerr
#    std::clog stdout stderr printf vprintf puts putchar fmt::print std::print exit quick_exit abort.
#    To write into a buffer or a file (snprintf, fprintf) is fine, and so is _exit in a forked child.
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"
table=weft/layers.txt
[ -f "$table" ] || { echo "check-layers: $PWD has no $table" >&2; exit 2; }

mapfile -t files < <(find weft -type f \( -name '*.hpp' -o -name '*.cpp' -o -name '*.h' -o -name '*.inc' \) | sort)
awk -v table="$table" '
function complain(line, text) { printf "%s:%d: %s\n", FILENAME, line, text; bad = 1 }

# allow(layer, deps): rows come lowest first, so that what deps may use is known already.
function allow(layer, deps,    n, i, names, other) {
  known[layer] = 1
  may[layer, layer] = 1
  n = split(deps, names, " ")
  for (i = 1; i <= n; i++) {
    if (!(names[i] in known))
      complain(FNR, "layer " layer " names " names[i] ", which has no row above it")
    for (other in known) if ((names[i], other) in may) may[layer, other] = 1
  }
}

function allowed_list(layer,    i, text) {
  for (i = 1; i <= count; i++)
    if (order[i] != layer && (layer, order[i]) in may) text = text " " order[i]
  return text == "" ? "nothing but itself" : substr(text, 2)
}

FILENAME == table {
  if ($0 !~ /^[a-z]+:/) next
  layer = $0; sub(/:.*/, "", layer)
  deps = $0; sub(/^[a-z]+:/, "", deps)
  order[++count] = layer
  allow(layer, deps)
  if (("simulate", "execute") in may && layer ~ /^(simulate|execute)$/)
    complain(FNR, "simulate may reach execute; the two executors stay independent")
  if (("execute", "simulate") in may && layer ~ /^(simulate|execute)$/)
    complain(FNR, "execute may reach simulate; the two executors stay independent")
  next
}

FNR == 1 {
  layer = FILENAME
  sub(/^weft\//, "", layer)
  if (layer !~ /\//) { complain(1, "a file of no layer; move it into a folder of one"); nextfile }
  sub(/\/.*/, "", layer)
  if (!(layer in known)) { complain(1, "layer " layer " has no row in " table); nextfile }
}

/^[ \t]*#[ \t]*include[ \t]*["<]weft\// {
  other = $0
  sub(/^[^"<]*["<]weft\//, "", other)
  sub(/[\/">].*/, "", other)
  if (!((layer, other) in may))
    complain(FNR, "layer " layer " includes layer " other "; allowed: " allowed_list(layer))
  next
}
/^[ \t]*#[ \t]*include[ \t]*"/ {
  complain(FNR, "include by the full path, \"weft/" layer "/...\", and system headers in <>")
  next
}

layer != "cli" {
  code = $0
  gsub(/\\"/, "", code)
  gsub(/"[^"]*"/, "", code)
  sub(/\/\/.*/, "", code)
  if (match(" " code, /[^A-Za-z0-9_](std::(cout|cerr|clog)[^A-Za-z0-9_]|std(out|err)[^A-Za-z0-9_]|(fmt::|std::)print(ln)?[ ]*\()/) ||
      match(" " code, /([^A-Za-z0-9_.>:]|std::|[^A-Za-z0-9_>]::)(v?printf|puts|putchar|exit|quick_exit|abort)[ ]*\(/)) {
    word = substr(" " code, RSTART, RLENGTH)
    gsub(/^[^A-Za-z:]|[^A-Za-z]+$/, "", word)
    complain(FNR, word " below cli; return the text or an Error instead, cli prints and exits")
  }
}
END { exit bad }' "$table" "${files[@]}"
