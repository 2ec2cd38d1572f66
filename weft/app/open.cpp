#include "weft/app/open.hpp"

#include <fmt/format.h>

#include <utility>

#include "weft/catalog/complete.hpp"
#include "weft/io/topology_file.hpp"

namespace weft::app {
namespace {

// Room for the largest fabric dumps; a reader may allow less for its own format.
constexpr std::size_t kMostBytes = std::size_t{256} << 20U;

}  // namespace

Expected<Opened> open(const TopologyArgument& argument) {
  auto text = read_input(argument.name, kMostBytes);
  if (!text) return tl::make_unexpected(std::move(text.error()));
  const std::string name = argument.name == "-" ? "standard input" : argument.name;
  auto read = io::read_topology({name, std::move(*text)});
  if (!read) return tl::make_unexpected(std::move(read.error()));
  Opened opened{std::move(read->topology), std::move(read->warnings)};
  if (!argument.gpu.empty()) {
    auto completed = catalog::complete_gpus(std::move(opened.topology), argument.gpu);
    if (!completed) return tl::make_unexpected(std::move(completed.error()));
    opened.topology = std::move(completed->topology);
    opened.warnings.insert(opened.warnings.end(), completed->warnings.begin(),
                           completed->warnings.end());
  } else if (catalog::fabric_is_hidden(opened.topology)) {
    opened.warnings.push_back(warning(
        "FABRIC_HIDDEN",
        fmt::format("the file shows {} GPUs as bare PCIe devices, so NVLink cannot be seen in it",
                    opened.topology.all(topology::ComponentKind::gpu).size()),
        "Predictions follow the PCIe path as it stands. With --gpu MODEL, e.g. --gpu "
        "a100-sxm4-40gb, the links between the GPUs are completed.",
        {.file = name}));
  }
  return opened;
}

}  // namespace weft::app
