// What no machine exceeds: a figure beyond it is a slip, and a count beyond it would fill memory.
//
// By the key of a table entry ("sockets"), else by the unit in which a key ends ("memory_GBps"); an
// order of magnitude above the largest that is sold. Threads: immutable.
#pragma once

#include <optional>
#include <string_view>

namespace weft::facts {

// The most that such a key may have; nullopt where nothing bounds it.
std::optional<double> most_of(std::string_view key);

}  // namespace weft::facts
