#!/usr/bin/env bash
# What a skipped test says about itself reaches the person who ran ./dev test.
. "$(dirname "$0")/case.sh"
list() { awk -f "$root/tools/not-run.awk" "$tree/LastTest.log"; }

file LastTest.log '1/4 Testing: lab.Needs root' '1/4 Test: lab.Needs root' 'Output:' \
  '[ RUN      ] Lab.NeedsRoot' 'tests/lab/a_test.cpp:12: Skipped' 'needs root' '' \
  '[  SKIPPED ] Lab.NeedsRoot (0 ms)' '<end of output>' \
  '2/4 Testing: base.Fine' '2/4 Test: base.Fine' 'Output:' '[       OK ] Base.Fine (0 ms)' \
  '3/4 Testing: tools.docs' '3/4 Test: tools.docs' 'Output:' 'skipped: python3 is missing' \
  '4/4 Testing: lab.Silent' '4/4 Test: lab.Silent' 'tests/lab/a_test.cpp:20: Skipped' '' \
  '[  SKIPPED ] Lab.Silent (0 ms)'
expect 0 'Not run here (3):' list
expect 0 '  lab.Needs root: needs root' list
expect 0 '  tools.docs: python3 is missing' list
expect 0 '  lab.Silent: no reason given' list

file LastTest.log '1/1 Testing: base.Fine' '[       OK ] Base.Fine (0 ms)'
[ -z "$(list)" ]
