# shellcheck shell=bash disable=SC2154
# Finds and installs the packages of tools/packages.txt; sourced by ./dev.
# Uses: root (the checkout), no_install (yes or empty), die.

# is_there KIND WHAT: whether a command, header or file of tools/packages.txt is on this machine.
is_there() {
  local kind=$1 what=$2 folder
  case $kind in
    command) command -v "$what" >/dev/null 2>&1 ;;
    file) compgen -G "$what" >/dev/null ;;
    header)
      local IFS=: prefixes=()
      for folder in ${CMAKE_PREFIX_PATH:-} ${CONDA_PREFIX:-}; do prefixes+=("$folder/include"); done
      for folder in ${CPATH:-} "${prefixes[@]}" /usr/local/include /usr/include; do
        [ -e "$folder/$what" ] && return 0
      done
      return 1 ;;
    *) die "tools/packages.txt: '$kind' is not command, header or file" ;;
  esac
}

# clang_version: 16 where it can be had, since a formatter of another version formats differently;
# else another one that parses the C++20 of the standard library (from 16 on).
clang_version() {
  local version tool known
  for version in 16 $(seq 30 -1 17); do
    for tool in clang-format clang-tidy clang++; do
      if command -v "$tool-$version" >/dev/null 2>&1; then echo "$version"; return; fi
    done
  done
  command -v apt-cache >/dev/null 2>&1 || { echo 16; return; }
  if may_install; then as_root bash "$root/tools/install.sh" >&2 || true; fi
  known=$(apt-cache search --names-only '^clang-[0-9]+$' | sed -n 's/^clang-\([0-9]*\) .*/\1/p')
  version=$(sort -n <<<"$known" | tail -n 1)
  if grep -qx 16 <<<"$known" || [ "${version:-0}" -lt 16 ]; then version=16; fi
  echo "$version"
}

# does_harm PACKAGE: whether it must not be installed on this machine. A second subnet manager takes
# a real fabric over, were it only started by mistake.
does_harm() { [ "$1" = opensm ] && [ -e "${WEFT_SYSFS:-/sys}/class/infiniband" ]; }

as_root() { if [ "$EUID" -eq 0 ]; then "$@"; else sudo "$@"; fi; }

may_install() {
  [ -z "$no_install" ] && command -v apt-get >/dev/null 2>&1 &&
    { [ "$EUID" -eq 0 ] || command -v sudo >/dev/null 2>&1; }
}

# missing_packages GROUP…: one package a line, "?" behind those that one can do without.
missing_packages() {
  local group package kind what clang=
  while read -r group package kind what; do
    case " $* " in *" ${group%\?} "*) ;; *) continue ;; esac
    case $package in *@*)
      [ -n "$clang" ] || clang=$(clang_version)
      package=${package//@/$clang} what=${what//@/$clang} ;;
    esac
    is_there "$kind" "$what" || does_harm "$package" || echo "$package${group##*[a-z]}"
  done < <(grep -v '^#' "$root/tools/packages.txt")
}

# need GROUP…: afterwards every package of these groups is there, or the script has ended with 2.
need() {
  local missing required optional why
  missing=$(missing_packages "$@")
  [ -n "$missing" ] || return 0
  required=$(grep -v '?$' <<<"$missing" || true)
  optional=$(sed -n 's/?$//p' <<<"$missing")
  if may_install; then
    # Apart, so that one that this system does not know keeps no other from it.
    # shellcheck disable=SC2086  # one word a package
    [ -z "$optional" ] || as_root bash "$root/tools/install.sh" $optional >&2 || true
    # shellcheck disable=SC2086
    { [ -z "$required" ] || as_root bash "$root/tools/install.sh" $required >&2; } && return 0
    why="apt-get could not install them (its messages are above)"
  elif [ -n "$no_install" ]; then why="--no-install was given"
  elif ! command -v apt-get >/dev/null 2>&1; then why="this system has no apt-get"
  else why="installing needs root, and there is no sudo"
  fi
  [ -n "$required" ] || return 0
  {
    echo "dev: packages are missing, and $why. Install these (Debian's names), then run it again:"
    echo "  ${required//$'\n'/$'\n'  }"
    if command -v apt-get >/dev/null 2>&1; then
      echo "as root: apt-get install --no-install-recommends ${required//$'\n'/ }"
    fi
  } >&2
  exit 2
}
