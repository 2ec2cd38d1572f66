#include "weft/catalog/complete.hpp"

#include "weft/base/suggest.hpp"
#include "weft/catalog/fabric.hpp"
#include "weft/link/scaleup.hpp"
#include "weft/topology/builder.hpp"

#include <algorithm>
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
    if (topology.link(leaving).model.is_scale_up()) return true;
  }
  return false;
}

tl::unexpected<Error> unknown_gpu(std::string_view name, const Catalog& catalog) {
  const std::string near = did_you_mean(name, all_names(catalog.gpus));
  return fail("GPU_MODEL_UNKNOWN", fmt::format("'{}' is not a known GPU", name),
              near.empty() ? "Name it as a100-sxm4-40gb, h100-sxm5 or mi300x." : near);
}

// The wiring that any server with so many of these GPUs has; null where there is none.
const facts::Board* usual_board(const Catalog& catalog, const facts::Gpu& gpu, std::size_t gpus) {
  for (const Entry<facts::Board>& entry : catalog.boards) {
    const facts::Board& board = entry.row;
    if (!board.optional && board.gpu_count == static_cast<int>(gpus) &&
        std::ranges::find(board.gpus, gpu.name) != board.gpus.end())
      return &board;
  }
  return nullptr;
}

}  // namespace

Expected<const facts::Gpu*> named_gpu(std::string_view name, const Catalog& catalog) {
  const facts::Gpu* gpu = find(catalog.gpus, name);
  if (gpu == nullptr) return unknown_gpu(name, catalog);
  return gpu;
}

bool fabric_is_hidden(const Topology& topology) {
  const auto gpus = topology.all(ComponentKind::gpu);
  if (gpus.size() < 2) return false;
  for (const ComponentId gpu : gpus)
    if (!topology.attributes(gpu).has("skeleton") || has_fabric_link(topology, gpu)) return false;
  return true;
}

Expected<Completed> complete_gpus(Topology original, std::string_view name,
                                  const Catalog& catalog) {
  const auto named = named_gpu(name, catalog);
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
                  fmt::format("The file says what its GPUs are: --gpu {} completes their links.",
                              known->value));
    if (has_fabric_link(original, id))
      return fail(
          "GPU_MODEL_CONFLICT",
          fmt::format("'{}' already says how {} is linked", original.name(), original.name(id)),
          "Leave out --gpu: it completes files that show GPUs as bare PCIe devices.");
  }
  Builder builder(std::move(original));
  for (const ComponentId id : gpus) {
    builder.attributes(id).set("model", gpu->name, Provenance::specified);
    state_peer_access(*gpu, builder.attributes(id));
  }

  std::vector<Warning> warnings;
  const facts::Board* board = usual_board(catalog, *gpu, gpus.size());
  if (board != nullptr) {
    add_wiring(builder, gpus, *gpu, *board, {.server = 0}, Provenance::assumed);
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
