#include "weft/app/ranks.hpp"

#include <fmt/format.h>

namespace weft::app {

using topology::ComponentKind;

Expected<std::vector<ComponentId>> ranks_of(const topology::Topology& topology,
                                            std::optional<unsigned> wanted, unsigned root) {
  auto all = topology.all(ComponentKind::gpu);
  if (all.empty()) all = topology.all(ComponentKind::host);
  if (all.empty())
    return fail("NO_GPUS",
                fmt::format("'{}' shows no GPUs to run a collective on", topology.name()),
                topology.all(ComponentKind::pci_device).empty()
                    ? "`weft show` lists what it has."
                    : "It lists PCI devices without a class, so nothing tells which are GPUs.");
  std::vector<ComponentId> ranks(all.begin(), all.end());
  if (wanted && *wanted < 2) return too_few_ranks(*wanted);
  if (wanted && *wanted > ranks.size())
    return fail("RANKS_TOO_MANY",
                fmt::format("{} ranks were asked for and '{}' has {} GPUs", *wanted,
                            topology.name(), ranks.size()),
                "One GPU takes one rank.");
  if (wanted) ranks.resize(*wanted);
  if (root >= ranks.size())
    return fail("ROOT_INVALID", fmt::format("the root is rank {} of {}", root, ranks.size()),
                "Ranks count from 0.");
  return ranks;
}

tl::unexpected<Error> too_few_ranks(unsigned wanted) {
  return fail("RANKS_TOO_FEW",
              fmt::format("{} rank{} exchange{} nothing", wanted, wanted == 1 ? "" : "s",
                          wanted == 1 ? "s" : ""),
              "Give --ranks at least 2.");
}

}  // namespace weft::app
