#include "weft/route/path.hpp"

#include "weft/base/suggest.hpp"
#include "weft/facts/gpus.hpp"
#include "weft/link/scaleup.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

namespace weft::route {
namespace {

constexpr std::array<std::string_view, 8> kModeWords = {"local", "nvlink", "p2p",      "staged",
                                                        "dma",   "gdr",    "host-nic", "network"};
constexpr std::array<std::string_view, 9> kDistanceWords = {"LOC", "NVL",  "C2C", "PIX", "PXB",
                                                            "PHB", "NODE", "SYS", "NET"};

// The private links that a device has, else those of its product.
std::string fabric_name(const Topology& topology, ComponentId device) {
  for (const LinkId leaving : topology.links_of(device)) {
    const std::string kind = topology.link(leaving).model.kind();
    if (link::is_scale_up_kind(kind)) return kind;
  }
  const facts::Gpu* gpu = facts::find_gpu(topology.attributes(device).get("model"));
  if (gpu != nullptr && gpu->fabric == facts::Fabric::xgmi) return "xgmi";
  if (gpu != nullptr && gpu->fabric == facts::Fabric::scale_up) return gpu->fabric_link;
  return std::string(word(Mode::nvlink));
}

}  // namespace

std::string_view word(Mode mode) { return kModeWords.at(static_cast<std::size_t>(mode)); }
std::string_view word(Distance distance) {
  return kDistanceWords.at(static_cast<std::size_t>(distance));
}

Expected<Mode> parse_mode(std::string_view text) {
  if (text == "fabric" || link::is_scale_up_kind(text)) return Mode::nvlink;
  for (std::size_t i = 0; i < kModeWords.size(); ++i)
    if (kModeWords[i] == text) return static_cast<Mode>(i);
  const std::vector<std::string> known(kModeWords.begin(), kModeWords.end());
  return fail("MODE_UNKNOWN", fmt::format("'{}' is not a transfer mode", text),
              known_names(text, known));
}

std::string mode_word(const Topology& topology, ComponentId device, Mode mode) {
  return mode == Mode::nvlink ? fabric_name(topology, device) : std::string(word(mode));
}

std::string distance_word(const Topology& topology, ComponentId device, Distance distance) {
  if (distance != Distance::nvl) return std::string(word(distance));
  std::string name = fabric_name(topology, device);
  if (name == word(Mode::nvlink)) return std::string(word(distance));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return name;
}

void add_use(ResourceId resource, double weight, std::vector<Use>& uses) {
  if (weight == 0) return;
  for (Use& use : uses)
    if (use.resource == resource) {
      use.weight += weight;
      return;
    }
  uses.push_back({resource, weight});
}

void add_uses(const Topology& topology, const Hop& hop, std::vector<Use>& uses) {
  const auto load_link = [&](LinkId link, double wire_bytes) {
    add_use(Topology::resource_of(link), wire_bytes, uses);
    for (const topology::Draw& draw : topology.resources_on(link))
      add_use(draw.resource, wire_bytes * draw.weight, uses);
  };
  for (const Stripe& stripe : hop.stripes) {
    const link::Load load = topology.link(stripe.link).model.load(hop.transfer);
    load_link(stripe.link, stripe.share * load.forward);
    if (load.reverse > 0) load_link(Topology::opposite(stripe.link), stripe.share * load.reverse);
  }
}

std::vector<Limit> limits(const Topology& topology, const Path& path) {
  std::vector<Limit> all;
  for (const Use& use : path.uses)
    all.push_back({use.resource, topology.capacity(use.resource) / use.weight});
  std::stable_sort(all.begin(), all.end(),
                   [](const Limit& a, const Limit& b) { return a.bandwidth < b.bandwidth; });
  return all;
}

Bandwidth bandwidth(const Topology& topology, const Path& path) {
  Bandwidth least = kUnlimited;
  for (const Use& use : path.uses)
    least = std::min(least, topology.capacity(use.resource) / use.weight);
  return least;
}

}  // namespace weft::route
