#include "weft/topology/ideal_switch.hpp"

#include "weft/link/fixed.hpp"
#include "weft/topology/builder.hpp"

#include <utility>

#include <fmt/format.h>

namespace weft::topology {

Topology ideal_switch(std::size_t hosts, Bandwidth rate, Seconds latency) {
  Builder builder(fmt::format("ideal switch with {} hosts", hosts));
  builder.reserve(hosts + 1, hosts);
  // Half of the latency on the way to the switch, half on the way from it.
  const auto model = link::fixed_link({.name = "ideal link",
                                       .kind = "network",
                                       .rate = rate,
                                       .latency = latency / 2,
                                       .source = "stated"});
  for (std::size_t i = 0; i < hosts; ++i) builder.add(ComponentKind::host);
  const ComponentId hub = builder.add(ComponentKind::network_switch);
  for (std::size_t i = 0; i < hosts; ++i)
    builder.connect(hub, ComponentId(i), model, Provenance::specified);
  return std::move(builder).build();
}

}  // namespace weft::topology
