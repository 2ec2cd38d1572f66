#!/usr/bin/env bash
# What ./dev would install: nothing that harms the machine that it is on.
. "$(dirname "$0")/case.sh"

file tools/packages.txt 'peers? opensm file /nowhere/opensm' 'peers? hwloc file /nowhere/hwloc' \
  'build g++ command bash'
cat >"$tree/missing" <<'END'
root=$1 no_install=yes
die() { echo "$*"; exit 1; }
. "$2/tools/packages.sh"
missing_packages build peers | tr '\n' ' '
END
missing() { env WEFT_SYSFS="$tree/sys" bash "$tree/missing" "$tree" "$root"; }

mkdir -p "$tree/sys/class"
expect 0 'opensm? hwloc? ' missing
# Beside real adapters no subnet manager is installed.
mkdir "$tree/sys/class/infiniband"
if missing | grep opensm; then
  echo "opensm must not be installed where there are InfiniBand adapters"
  exit 1
fi
expect 0 'hwloc? ' missing
