# Reads ctest's LastTest.log and lists the tests that skipped themselves, with the reason each gave:
# what follows GoogleTest's "file:line: Skipped", or a script's line "skipped: reason".
function note() {
  if (reason != "") { skipped[++count] = name; why[count] = reason }
  reason = ""
  wait = 0
}
/^[0-9]+\/[0-9]+ Test(ing)?: / {
  note()
  name = $0
  sub(/^[0-9]+\/[0-9]+ Test(ing)?: /, "", name)
}
/^[^ ]*:[0-9]+: Skipped$/ { wait = 1; next }
wait && !/^\[/ && NF { reason = $0; wait = 0; next }
wait && /^\[/ { reason = "no reason given"; wait = 0 }
/^skipped: / && reason == "" { reason = substr($0, 10) }
END {
  note()
  if (count) print "\nNot run here (" count "):"
  for (i = 1; i <= count; i++) print "  " skipped[i] ": " why[i]
}
