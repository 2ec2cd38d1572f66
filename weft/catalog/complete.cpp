#include "weft/catalog/complete.hpp"

#include "weft/base/assert.hpp"
#include "weft/base/suggest.hpp"
#include "weft/facts/boards.hpp"
#include "weft/facts/gpus.hpp"
#include "weft/link/nvlink.hpp"
#include "weft/link/scaleup.hpp"
#include "weft/link/xgmi.hpp"
#include "weft/topology/builder.hpp"

#include <string>
#include <utility>

#include <fmt/format.h>

namespace weft::catalog {
namespace {

using topology::Builder;
using topology::ComponentKind;
using topology::Provenance;
using topology::Topology;

bool has_fabric_link(const Topology& topology, ComponentId gpu) {
  for (const LinkId leaving : topology.links_of(gpu)) {
    if (link::is_scale_up_kind(topology.link(leaving).model.kind())) return true;
  }
  return false;
}

tl::unexpected<Error> unknown_gpu(std::string_view name) {
  std::vector<std::string> known;
  for (const facts::Gpu& gpu : facts::gpus()) {
    known.push_back(gpu.name);
    known.insert(known.end(), gpu.aliases.begin(), gpu.aliases.end());
  }
  const std::string near = did_you_mean(name, known);
  return fail("GPU_MODEL_UNKNOWN", fmt::format("'{}' is not a known GPU", name),
              near.empty() ? "Name it as a100-sxm4-40gb, h100-sxm5 or mi300x." : near);
}

link::LinkModelPtr fabric_link(const facts::Gpu& gpu, int links) {
  auto model = gpu.fabric == facts::Fabric::nvlink
                   ? link::nvlink_link({.gen = gpu.fabric_gen, .links = links})
                   : link::xgmi_link({.arch = gpu.gcn, .links = links});
  WEFT_ASSERT(model.has_value(), "gpus.toml and boards.toml name known links");
  return *model;
}

void connect(Builder& builder, ComponentId a, ComponentId b, const facts::Gpu& gpu, int links) {
  const LinkId link = builder.connect(a, b, fabric_link(gpu, links), Provenance::assumed);
  for (const LinkId direction : {link, Topology::opposite(link)})
    builder.attributes(direction).set("count", std::to_string(links), Provenance::assumed);
}

void add_wiring(Builder& builder, const std::vector<ComponentId>& gpus, const facts::Gpu& gpu,
                const facts::Board& board) {
  for (const facts::MeshEdge& edge : board.mesh)
    connect(builder, gpus[static_cast<std::size_t>(edge.a)], gpus[static_cast<std::size_t>(edge.b)],
            gpu, edge.links);
  std::vector<ComponentId> switches;
  for (const facts::SwitchWiring& wiring : board.switches) {
    topology::Attributes attributes;
    attributes.set("model", board.switch_chip, Provenance::assumed);
    switches.push_back(builder.add(ComponentKind::nvswitch, {.server = 0}, attributes));
    for (int i = 0; i < wiring.gpu_count; ++i)
      connect(builder, gpus[static_cast<std::size_t>(wiring.first_gpu + i)], switches.back(), gpu,
              wiring.links_per_gpu);
  }
  for (std::size_t s = 0; s < board.switches.size(); ++s) {
    const facts::SwitchWiring& wiring = board.switches[s];
    if (wiring.twin > static_cast<int>(s))
      connect(builder, switches[s], switches[static_cast<std::size_t>(wiring.twin)], gpu,
              wiring.trunks);
  }
}

}  // namespace

Expected<const facts::Gpu*> named_gpu(std::string_view name) {
  const facts::Gpu* gpu = facts::find_gpu(name);
  if (gpu == nullptr) return unknown_gpu(name);
  return gpu;
}

bool fabric_is_hidden(const Topology& topology) {
  const auto gpus = topology.all(ComponentKind::gpu);
  if (gpus.size() < 2) return false;
  for (const ComponentId gpu : gpus)
    if (!topology.attributes(gpu).has("skeleton") || has_fabric_link(topology, gpu)) return false;
  return true;
}

Expected<Completed> complete_gpus(Topology original, std::string_view name) {
  const auto named = named_gpu(name);
  if (!named) return tl::make_unexpected(named.error());
  const facts::Gpu* gpu = *named;
  const auto all = original.all(ComponentKind::gpu);
  const std::vector<ComponentId> gpus(all.begin(), all.end());
  if (gpus.empty())
    return fail("NO_GPUS", fmt::format("'{}' has no GPU that could be a {}", original.name(), name),
                "Where the file lists PCI devices without a class, nothing tells which are GPUs.");
  for (const ComponentId id : gpus) {
    const auto* known = original.attributes(id).find("model");
    if (known != nullptr && known->value != gpu->name && facts::find_gpu(known->value) != nullptr &&
        known->provenance != Provenance::assumed)
      return fail("GPU_MODEL_CONFLICT",
                  fmt::format("{} of '{}' is a {}, not a {}", original.name(id), original.name(),
                              known->value, gpu->name),
                  "Leave out --gpu: the file already says what its GPUs are.");
    if (has_fabric_link(original, id))
      return fail(
          "GPU_MODEL_CONFLICT",
          fmt::format("'{}' already says how {} is linked", original.name(), original.name(id)),
          "Leave out --gpu: it completes files that show GPUs as bare PCIe devices.");
  }
  Builder builder(std::move(original));
  for (const ComponentId id : gpus)
    builder.attributes(id).set("model", gpu->name, Provenance::specified);

  std::vector<Warning> warnings;
  const facts::Board* board = facts::find_board(gpu->name, static_cast<int>(gpus.size()));
  if (board != nullptr) {
    add_wiring(builder, gpus, *gpu, *board);
    warnings.push_back(
        warning("FABRIC_ASSUMED",
                fmt::format("the links between the {} GPUs are those of {} ({})", gpus.size(),
                            board->name, to_string(board->evidence)),
                board->mesh.empty() ? "" : "GPUs are taken in the order of the file."));
  } else if (gpu->fabric != facts::Fabric::none) {
    warnings.push_back(warning(
        "FABRIC_UNKNOWN",
        fmt::format("no wiring is known for {} of {} in one server, so the GPUs stay without "
                    "direct links",
                    gpus.size(), gpu->name),
        "A topology file written on the bare machine (NCCL_TOPO_DUMP_FILE) has the links."));
  }
  return Completed{std::move(builder).build(), std::move(warnings)};
}

}  // namespace weft::catalog
