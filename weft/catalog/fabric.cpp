#include "weft/catalog/fabric.hpp"

#include "weft/base/assert.hpp"
#include "weft/link/nvlink.hpp"
#include "weft/link/scaleup.hpp"
#include "weft/link/xgmi.hpp"

#include <string>
#include <utility>

namespace weft::catalog {

link::LinkModelPtr fabric_link(const facts::Gpu& gpu, int links) {
  const auto make = [&] {
    if (gpu.fabric == facts::Fabric::nvlink)
      return link::nvlink_link({.gen = gpu.fabric_gen, .links = links});
    if (gpu.fabric == facts::Fabric::xgmi)
      return link::xgmi_link({.arch = gpu.gcn, .links = links});
    return link::scale_up_link({.name = gpu.fabric_link, .links = links});
  };
  auto model = make();
  WEFT_ASSERT(model.has_value(), "the tables name known links, and the checks hold them to it");
  return *model;
}

namespace {

using topology::Builder;
using topology::ComponentKind;
using topology::Provenance;
using topology::Topology;

// Parallel links are one link of the topology, and `count` says how many it bundles.
void connect(Builder& builder, ComponentId a, ComponentId b, const facts::Gpu& gpu, int links,
             Provenance provenance) {
  const LinkId link = builder.connect(a, b, fabric_link(gpu, links), provenance);
  for (const LinkId direction : {link, Topology::opposite(link)})
    builder.attributes(direction).set("count", std::to_string(links), provenance);
}

}  // namespace

void add_wiring(Builder& builder, const std::vector<ComponentId>& gpus, const facts::Gpu& gpu,
                const facts::Board& board, topology::Place place, Provenance provenance) {
  for (const facts::MeshEdge& edge : board.mesh)
    connect(builder, gpus[static_cast<std::size_t>(edge.a)], gpus[static_cast<std::size_t>(edge.b)],
            gpu, edge.links, provenance);
  std::vector<ComponentId> switches;
  for (const facts::SwitchWiring& wiring : board.switches) {
    topology::Attributes attributes;
    attributes.set("model", board.switch_chip, provenance);
    switches.push_back(builder.add(ComponentKind::nvswitch, place, std::move(attributes)));
    for (int i = 0; i < wiring.gpu_count; ++i)
      connect(builder, switches.back(), gpus[static_cast<std::size_t>(wiring.first_gpu + i)], gpu,
              wiring.links_per_gpu, provenance);
  }
  for (std::size_t s = 0; s < board.switches.size(); ++s) {
    const facts::SwitchWiring& wiring = board.switches[s];
    if (wiring.twin > static_cast<int>(s))
      connect(builder, switches[s], switches[static_cast<std::size_t>(wiring.twin)], gpu,
              wiring.trunks, provenance);
  }
}

void state_peer_access(const facts::Gpu& gpu, topology::Attributes& attributes) {
  if (!gpu.peer_access && facts::find_gpu(gpu.name) == nullptr) attributes.set("peer_access", "no");
}

}  // namespace weft::catalog
