#!/usr/bin/env bash
# ./dev on a system that lacks something: it says what, and what to do.
. "$(dirname "$0")/case.sh"

# A system that has nothing but the basic commands: no compiler, no package manager.
mkdir "$tree/bin"
for command in bash env awk sed grep seq sort tail dirname readlink nproc cat; do
  ln -s "$(command -v "$command")" "$tree/bin/$command"
done
dev() { (cd / && env -i PATH="$tree/bin" "$@"); }

expect 0 './dev COMMAND' dev "$root/dev" help
expect 2 "there is no command 'tset'. See ./dev help" dev "$root/dev" tset
expect 2 "there is no preset 'fast'" dev "$root/dev" build fast
expect 2 'packages are missing, and this system has no apt-get' dev "$root/dev" run
expect 2 '  cmake' dev "$root/dev" --no-install test
expect 2 'and --no-install was given' dev "$root/dev" test --no-install
expect 2 '  clang-tidy-16' dev "$root/dev" lint
if dev "$root/dev" run 2>&1 | grep ccache; then
  echo "ccache only makes builds faster, so it must not be asked for"
  exit 1
fi

# Another clang where 16 is missing.
ln -s "$(type -P true)" "$tree/bin/clang++-19"
expect 2 '  clang-tidy-19' dev "$root/dev" lint
# A link to the script, called from elsewhere, works on the checkout.
ln -s "$root/dev" "$tree/bin/weft-dev"
expect 0 './dev COMMAND' dev "$tree/bin/weft-dev" help
