#include "weft/app/operation.hpp"

#include "weft/app/operations.hpp"
#include "weft/base/suggest.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace weft::app {

const std::vector<Operation>& operations() {
  static const std::vector<Operation> all = {
      {"h2d", "host to device", true, {"engine", "duplex", "numa", "link"}, run_h2d},
      {"d2h", "device to host", true, {"engine", "duplex", "numa", "link"}, run_d2h},
      {"p2p",
       "from GPU to GPU",
       true,
       {"engine", "duplex", "link", "links", "hops", "gpu_pair", "transport", "verb"},
       run_p2p},
      {"copy",
       "between any two components",
       true,
       {"engine", "duplex", "link", "links", "hops", "transport", "verb"},
       run_copy},
      {"stream",
       "what the cores get of memory",
       false,
       {"numa", "nps", "cod", "kernel", "sockets", "cores"},
       run_stream},
      {"memory_latency",
       "how long an idle load takes",
       false,
       {"numa", "nps", "cod"},
       run_memory_latency},
  };
  return all;
}

const Operation* find_operation(std::string_view word) {
  const auto& all = operations();
  const auto found = std::ranges::find_if(
      all, [word](const Operation& operation) { return operation.word == word; });
  return found == all.end() ? nullptr : &*found;
}

bool heeds(const Operation& operation, std::string_view key) {
  return std::ranges::find(operation.keys, key) != operation.keys.end();
}

Expected<OperationResult> run_operation(const Operation& operation,
                                        const topology::Topology& topology,
                                        const Parameters& parameters) {
  for (const auto& [key, value] : parameters.options())
    if (!heeds(operation, key)) {
      std::vector<std::string> known(operation.keys.begin(), operation.keys.end());
      return fail("OPTION_UNFIT", fmt::format("{} has no option '{}'", operation.word, key),
                  known_names(key, known));
    }
  if (!operation.has_sizes && !parameters.sizes.empty())
    return fail("OPTION_UNFIT", fmt::format("{} has no size", operation.word),
                "Leave --sizes, -b, -e and -f out.");
  auto result = operation.run(topology, parameters);
  if (!result) return result;
  result->topology = topology.name();
  result->operation = operation.word;
  return result;
}

}  // namespace weft::app
