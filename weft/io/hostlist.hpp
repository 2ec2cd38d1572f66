// Slurm's host lists: "n[0-3,7]", "rack[1-2]n[01-16]", "a,b[1-2]", zeros in front kept.
// Errors: HOSTLIST_INVALID, HOSTLIST_TOO_LONG.
#pragma once

#include "weft/base/error.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft::io {

// At most `most` names.
Expected<std::vector<std::string>> expand_hostlist(std::string_view text,
                                                   std::size_t most = std::size_t{2} << 20);

// The reverse for names that end in a number: "n[000-003]". Others stand alone.
std::string compress_hostlist(std::span<const std::string> names);

}  // namespace weft::io
