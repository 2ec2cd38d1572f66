// Counting what a server has.
#pragma once

#include "weft/catalog/build_server.hpp"
#include "weft/link/scaleup.hpp"
#include "weft/topology/builder.hpp"

#include <map>
#include <string>

#include <gtest/gtest.h>

namespace weft::catalog::test {

using topology::ComponentKind;
using topology::Topology;

inline Topology server(std::string_view name) {
  auto built = build_server(name);
  EXPECT_TRUE(built.has_value()) << name << ": " << (built ? "" : to_string(built.error()));
  if (!built) return topology::Builder("none").build();
  return *std::move(built);
}

inline std::size_t count(const Topology& t, ComponentKind kind) { return t.all(kind).size(); }

// Links between GPUs and to their switches, bundles counted by their width.
inline int fabric_links(const Topology& t) {
  int links = 0;
  for (std::size_t i = 0; i < t.link_count(); i += 2)
    if (t.link(LinkId(i)).model.is_scale_up())
      links += std::stoi(std::string(t.attributes(LinkId(i)).get("count")));
  return links;
}

// How many links of each model there are: {"PCIe 5.0 x16": 24}.
inline std::map<std::string, int> models(const Topology& t, std::string_view kind) {
  std::map<std::string, int> found;
  for (std::size_t i = 0; i < t.link_count(); i += 2)
    if (const auto link = t.link(LinkId(i)); link.model.kind() == kind) ++found[link.model.name()];
  return found;
}

}  // namespace weft::catalog::test
