// Between which components a copy goes: as named, else the first pair that is as asked.
//
// Asked for may be: memory of the own or the other socket, a pair of GPUs with so many links, of
// the same group (below one PCIe tree) or another, over so many hops of their fabric, over PCIe or
// through host memory although there is something better.
// Errors: COMPONENT_UNKNOWN, OPTION_CONFLICT (ends of another copy), OPTION_UNFIT, NO_PATH,
//   MODE_IMPOSSIBLE.
#pragma once

#include "weft/app/parameters.hpp"
#include "weft/route/router.hpp"

#include <string>

namespace weft::app {

enum class Copy { h2d, d2h, p2p, any };

struct CopyPath {
  route::Path there;
  route::Path back;  // the same the other way round
};

// The path that a copy takes by `engine`, and the one back.
Expected<CopyPath> copy_path(const route::Router& router, Copy copy, const Parameters& parameters,
                             link::Engine engine);

}  // namespace weft::app
