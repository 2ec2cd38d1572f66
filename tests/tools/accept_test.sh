#!/usr/bin/env bash
. "$(dirname "$0")/case.sh"
export WEFT_SOURCE=$tree
accept() { python3 "$root/tools/accept.py" "$@"; }
# check PATH LINES…: an acceptance check of the fixture.
check() { file "tests/acceptance/$1" "${@:2}" && chmod +x "$tree/tests/acceptance/$1"; }

expect 0 'there are no checks to run' accept
expect 2 "there is no topic 'speed'. There are: none." accept speed

check speed/fast.sh '#!/bin/sh' '# accept: quick' \
  'printf "noise\nACCEPT\tsolve 1000 flows\t0.2 s\tat most 1 s\tholds\n"'
check speed/root.sh '#!/bin/sh' 'printf "ACCEPT\tlab\tneeds root\t1 s\tnot-run\n"'
file tests/acceptance/speed/helper.py 'not executable, so no check of its own'
expect 0 'solve 1000 flows  0.2 s       at most 1 s  holds' accept
expect 0 '1 hold, 0 fall short, 1 were not run' accept speed
expect 0 '1 hold, 0 fall short, 0 were not run' accept --quick
expect 0 'noise' accept -v

check size/big.sh '#!/bin/sh' 'echo why; printf "ACCEPT\tmemory\t5 GB\t4 GB\tshort\n"; exit 1'
expect 1 '1 hold, 1 fall short, 1 were not run' accept
expect 1 'why' accept size
check size/big.sh '#!/bin/sh' 'exit 3'
expect 1 'the check broke (3)' accept size
check size/big.sh '#!/bin/sh' 'printf "ACCEPT\tonly two\n"'
expect 1 'a malformed line' accept size
