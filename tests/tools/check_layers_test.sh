#!/usr/bin/env bash
. "$(dirname "$0")/case.sh"
check() { bash "$root/tools/check-layers.sh" "$tree"; }

file weft/layers.txt '# lowest first' 'base:' 'facts: base' 'schedule: base' 'simulate: schedule' \
  'execute: schedule' 'cli: simulate facts'
file weft/base/a.hpp '#include <string>'
file weft/simulate/engine.cpp '#include "weft/simulate/engine.hpp"' '#include "weft/base/a.hpp"' \
  'auto x = std::snprintf(b, n, "exit(1) is only a text");  // not printf("this")' \
  'flow.exit(); flow_exit(); ::_exit(0); printer.exit();'
file weft/cli/main.cpp '#include "weft/facts/t.hpp"' 'int main() { std::cout << 1; exit(3); }'

# A clean tree, with an include through another layer (simulate, schedule, base).
expect 0 '' check

# Includes that the table does not allow: named with file, line and what is allowed.
file weft/simulate/bad.hpp '' '#include "weft/facts/t.hpp"'
expect 1 'weft/simulate/bad.hpp:2: layer simulate includes layer facts; allowed: base schedule' check
file weft/simulate/bad.hpp '#  include <weft/execute/run.hpp>'
expect 1 'weft/simulate/bad.hpp:1: layer simulate includes layer execute' check
file weft/simulate/bad.hpp '#include "engine.hpp"'
expect 1 'bad.hpp:1: include by the full path' check
rm "$tree/weft/simulate/bad.hpp"

# Words that belong to cli alone.
for code in 'std::cout << 1;' 'std::printf("x");' 'printf ("x");' 'std::exit(1);' '  exit(1);' \
  '::abort();' 'fmt::print("x");' 'fmt::println("x");' 'std::fputs("x", stderr);'; do
  file weft/base/bad.cpp '' '' "$code"
  expect 1 'weft/base/bad.cpp:3: ' check
  expect 1 'below cli' check
done
rm "$tree/weft/base/bad.cpp"

# Files outside of the table.
file weft/other/x.cpp ''
expect 1 'layer other has no row in weft/layers.txt' check
rm -r "$tree/weft/other"
file weft/loose.cpp ''
expect 1 'weft/loose.cpp:1: a file of no layer' check
rm "$tree/weft/loose.cpp"

# A table in which one executor reaches the other, here through a third layer.
file weft/layers.txt 'base:' 'facts: base' 'schedule: base' 'simulate: schedule facts' \
  'between: simulate' 'execute: between' 'cli: execute'
expect 1 'weft/layers.txt:6: execute may reach simulate' check
file weft/layers.txt 'base: facts' 'facts:' 'schedule:' 'simulate: base schedule' 'cli: facts'
expect 1 'weft/layers.txt:1: layer base names facts, which has no row above it' check
