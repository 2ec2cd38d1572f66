// A server of the catalogue, written as topology XML and read again, is the same graph.
#include "weft/io/nccl_xml.hpp"
#include "weft/link/scaleup.hpp"

#include <algorithm>
#include <map>

#include "tests/machines/support.hpp"
#include <fmt/format.h>

namespace weft::machines {
namespace {

// How many links a bundle has; a file says it at one end or at both.
std::string count_of(const Topology& t, LinkId link) {
  const auto here = t.attributes(link).get("count");
  return std::string(here.empty() ? t.attributes(Topology::opposite(link)).get("count") : here);
}

// What an end of a graph looks like from further and further away (Weisfeiler and Leman): graphs
// whose multisets of such colours differ are not isomorphic, and for trees with meshes on top equal
// ones are in practice. Switch trunks and everything else that leads somewhere counts.
std::vector<std::string> colours(const Topology& t) {
  std::vector<std::string> colour;
  for (std::size_t i = 0; i < t.component_count(); ++i)
    colour.emplace_back(topology::word(t.kind(ComponentId(i))));
  for (int round = 0; round < 4; ++round) {
    std::vector<std::string> next = colour;
    for (std::size_t i = 0; i < t.component_count(); ++i) {
      std::vector<std::string> around;
      for (const LinkId leaving : t.links_of(ComponentId(i))) {
        const topology::Link link = t.link(leaving);
        const auto count = count_of(t, leaving);
        const bool is_fabric = link.model.is_scale_up();
        around.push_back(fmt::format("{}{} {}", is_fabric ? "fabric" : "", is_fabric ? count : "",
                                     colour[link.to.index()]));
      }
      std::sort(around.begin(), around.end());
      next[i] = fmt::format("{:x}", std::hash<std::string>{}(
                                        fmt::format("{}|{}", colour[i], fmt::join(around, ";"))));
    }
    colour = std::move(next);
  }
  std::sort(colour.begin(), colour.end());
  return colour;
}

bool has_a_dialect(const Topology& t) {
  for (std::size_t i = 0; i < t.link_count(); ++i) {
    const std::string kind = t.link(LinkId(i)).model.kind();
    if (link::is_scale_up_kind(kind) && kind != "nvlink" && kind != "xgmi") return false;
  }
  return true;
}

// GPUs that NICs hang on. Devices of the format stand below bridges only, so that each such GPU
// comes back beside its NICs, below a bridge of its own.
std::size_t gpus_with_nics(const Topology& t) {
  std::size_t found = 0;
  for (const ComponentId gpu : t.all(ComponentKind::gpu)) {
    const auto links = t.links_of(gpu);
    found += std::any_of(links.begin(), links.end(),
                         [&](LinkId id) { return t.kind(t.link(id).to) == ComponentKind::nic; });
  }
  return found;
}

void expect_nics_beside(const Topology& t, std::size_t packages) {
  EXPECT_EQ(t.all(ComponentKind::pcie_switch).size(), packages);
  const route::Router router(t);
  std::size_t near = 0;
  for (const ComponentId gpu : t.all(ComponentKind::gpu))
    for (const ComponentId nic : t.all(ComponentKind::nic))
      near += router.distance(gpu, nic) == route::Distance::pix;
  EXPECT_EQ(near, packages);
}

class RoundTrip : public testing::TestWithParam<std::string> {};

TEST_P(RoundTrip, GivesTheSameGraph) {
  const Topology before = server(GetParam());
  const auto text = io::write_nccl_xml(before, io::nccl_dialect_of(before));
  if (!has_a_dialect(before)) {
    ASSERT_FALSE(text.has_value());
    EXPECT_EQ(text.error().code, "NCCL_XML_DIALECT");
    return;
  }
  ASSERT_TRUE(text.has_value()) << to_string(text.error());
  const auto after = io::read_nccl_xml({GetParam(), *text});
  ASSERT_TRUE(after.has_value()) << to_string(after.error());
  const std::size_t packages = gpus_with_nics(before);
  EXPECT_EQ(after->topology.component_count(), before.component_count() + packages);
  if (packages > 0)
    expect_nics_beside(after->topology, packages);
  else
    EXPECT_EQ(colours(after->topology), colours(before));
}

// The format has no element for links between switches, as between the boards of DGX-2;
// accelerators whose ports are on their chip have no place in it either.
std::vector<std::string> writable() {
  std::vector<std::string> all = server_names();
  std::erase(all, "dgx-2");
  return all;
}

INSTANTIATE_TEST_SUITE_P(Catalog, RoundTrip, testing::ValuesIn(writable()), test_name);

}  // namespace
}  // namespace weft::machines
