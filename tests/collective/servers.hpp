// Servers built by hand, for tests of what is found in their wiring.
#pragma once

#include "weft/link/fixed.hpp"
#include "weft/link/pcie.hpp"
#include "weft/topology/builder.hpp"
#include "weft/topology/host.hpp"

#include <string>
#include <utility>
#include <vector>

#include "tests/collective/support.hpp"

namespace weft::collective::test {

using topology::Builder;
using topology::ComponentKind;
using topology::Provenance;
using topology::Topology;

inline link::LinkModelPtr bundle(const char* kind, int count) {
  return link::fixed_link({.name = kind,
                           .kind = kind,
                           .rate = gigabytes_per_second(25) * count,
                           .latency = Seconds(0),
                           .source = "stated"});
}

// `count` links of 25 GB/s side by side; fabric links say how many they are.
inline LinkId join(Builder& builder, ComponentId upper, ComponentId lower, int count,
                   const char* kind = "nvlink") {
  const LinkId down = builder.connect(upper, lower, bundle(kind, count), Provenance::specified);
  for (const LinkId direction : {down, Topology::opposite(down)})
    builder.attributes(direction).set("count", std::to_string(count));
  return down;
}

inline std::vector<ComponentId> add_gpus(Builder& builder, std::size_t n) {
  std::vector<ComponentId> gpus;
  for (std::size_t i = 0; i < n; ++i) gpus.push_back(builder.add(ComponentKind::gpu));
  return gpus;
}

// GPUs under PCIe switches of one Rome socket; `edges` adds NVLinks between them.
inline Topology pcie_server(std::size_t switches, std::size_t gpus_each,
                            const std::vector<Edge>& edges = {}) {
  Builder builder("PCIe server");
  const std::vector<topology::HostNuma> numa = {{.numa_id = 0,
                                                 .socket = 0,
                                                 .arch = "x86_64",
                                                 .vendor = "AuthenticAMD",
                                                 .family = 23,
                                                 .model = 49,
                                                 .attributes = {}}};
  const auto host = add_host(builder, numa, {});
  const auto pcie = link::pcie_link({.gen = 4, .lanes = 16}).value();
  std::vector<ComponentId> gpus;
  for (std::size_t s = 0; s < switches; ++s) {
    const ComponentId top = builder.add(ComponentKind::pcie_switch);
    builder.connect(host.numa[0], top, pcie, Provenance::trained);
    for (std::size_t g = 0; g < gpus_each; ++g) {
      gpus.push_back(builder.add(ComponentKind::gpu));
      builder.connect(top, gpus.back(), pcie, Provenance::trained);
    }
  }
  for (const Edge& edge : edges) join(builder, gpus[edge.a], gpus[edge.b], edge.links);
  return std::move(builder).build();
}

inline std::vector<ComponentId> gpus_of(const Topology& t) {
  const auto all = t.all(ComponentKind::gpu);
  return {all.begin(), all.end()};
}

}  // namespace weft::collective::test
