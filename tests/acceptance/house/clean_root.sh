#!/usr/bin/env bash
# Both commands of the README in a clean Debian root: nothing but bash and the checkout.
set -u
row() { printf 'ACCEPT\t%s\t%s\t%s\t%s\n' "$@"; }
tool=${WEFT_SHARED:-/nowhere}/tools/clean-root.sh
for command in run test; do
  line="./dev $command in a clean root"
  if [ ! -x "$tool" ]; then
    row "$line" "the clean-root tool is not beside this checkout" "ends well" not-run
    continue
  fi
  if [ "$(id -u)" != 0 ]; then
    row "$line" "a clean root needs root" "ends well" not-run
    continue
  fi
  start=$SECONDS
  if (cd "$WEFT_SOURCE" && "$tool" ./dev "$command"); then verdict=holds; else verdict=short; fi
  row "$line" "$((SECONDS - start)) s" "ends well" "$verdict"
done
