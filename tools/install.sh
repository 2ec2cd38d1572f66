#!/usr/bin/env bash
# tools/install.sh [PACKAGE…]: installs Debian packages as root and starts no service. Without a
# package it only fetches the package lists where there are none.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive LC_ALL=C

# A package that brings a daemon would start it while it is installed. Debian asks this file first,
# and 101 means no. One that an administrator wrote stays as it is.
policy=/usr/sbin/policy-rc.d
mark='# Written by tools/install.sh of Weft while it installs packages.'
refuse_services() {
  exec 9</usr/sbin
  flock 9  # two installations at a time would remove each other's file
  if [ -f "$policy" ] && grep -qxF "$mark" "$policy"; then rm -f "$policy"; fi  # left by a kill -9
  [ ! -e "$policy" ] && [ ! -L "$policy" ] || return 0
  trap 'rm -f "$policy"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  printf '#!/bin/sh\n%s\nexit 101\n' "$mark" >"$policy"
  chmod 755 "$policy"
}

# Nor may it start with the next boot: the package enables what it could not start.
disable_services() {
  local package
  for package; do
    [ "$package" != opensm ] || update-rc.d opensm disable >/dev/null 2>&1 || true
  done
}

have_lists() { compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null; }
update() { apt-get -qq -o DPkg::Lock::Timeout=300 update; }
# What went wrong comes on stderr; the hundreds of other lines would hide it.
install() {
  apt-get -qq -y -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 install --no-install-recommends "$@" \
    >/dev/null
}

fresh=
have_lists || { update; fresh=yes; }
[ $# -gt 0 ] || exit 0
echo "installing (this can take a minute): $*"
refuse_services
if install "$@"; then
  disable_services "$@"
  exit 0
fi
# Old lists name versions that the mirror no longer has.
[ -z "$fresh" ] || exit 1
update
install "$@"
disable_services "$@"
