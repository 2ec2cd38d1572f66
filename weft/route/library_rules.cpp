#include "weft/route/library_rules.hpp"

#include "weft/base/assert.hpp"
#include "weft/facts/gpus.hpp"
#include "weft/facts/libraries.hpp"

#include <algorithm>

namespace weft::route {
namespace {

using topology::ComponentKind;

// The maker of the first GPU that tells it, by its product or by its links.
std::string_view gpu_vendor(const Topology& topology) {
  for (const ComponentId gpu : topology.all(ComponentKind::gpu)) {
    if (const facts::Gpu* known = facts::find_gpu(topology.attributes(gpu).get("model")))
      return known->vendor;
    for (const LinkId leaving : topology.links_of(gpu))
      if (topology.link(leaving).model.kind() == "xgmi") return "amd";
  }
  return {};
}

// A CPU that was only assumed allows nothing.
std::string_view known(const topology::Attributes& attributes, std::string_view key) {
  const topology::Attribute* attribute = attributes.find(key);
  const bool is_known =
      attribute != nullptr && attribute->provenance != topology::Provenance::assumed;
  return is_known ? std::string_view(attribute->value) : std::string_view();
}

struct Host {
  std::string_view cpu_vendor;
  std::string_view arch;
  std::size_t gpus = 0;  // of a server
};

Host host_of(const Topology& topology) {
  Host host;
  for (const ComponentKind kind : {ComponentKind::numa_node, ComponentKind::socket})
    for (const ComponentId id : topology.all(kind)) {
      if (host.cpu_vendor.empty()) host.cpu_vendor = known(topology.attributes(id), "vendor");
      if (host.arch.empty()) host.arch = known(topology.attributes(id), "arch");
    }
  const auto gpus = topology.all(ComponentKind::gpu);
  if (!gpus.empty()) {
    const auto server = topology.place_of(gpus.front()).server;
    host.gpus =
        static_cast<std::size_t>(std::count_if(gpus.begin(), gpus.end(), [&](ComponentId id) {
          return topology.place_of(id).server == server;
        }));
  }
  return host;
}

bool fits(const facts::LibraryHost& rule, const Host& host) {
  return (rule.cpu_vendor.empty() || rule.cpu_vendor == host.cpu_vendor) &&
         (rule.arch.empty() || rule.arch == host.arch) &&
         (rule.most_gpus == 0 || host.gpus <= static_cast<std::size_t>(rule.most_gpus));
}

Distance distance_of(std::string_view text) {
  for (const Distance distance : {Distance::pix, Distance::pxb, Distance::phb, Distance::sys})
    if (word(distance) == text) return distance;
  WEFT_ASSERT(false, "libraries.toml has distances of nvidia-smi");
  return Distance::pxb;
}

}  // namespace

LibraryRules library_rules(const Topology& topology) {
  // The servers of a cluster are alike.
  if (topology.server_count() > 0) return library_rules(*topology.groups().front().of);
  const facts::Library& library = facts::library_of(gpu_vendor(topology));
  const Host host = host_of(topology);
  const auto rule = std::ranges::find_if(
      library.hosts, [&](const facts::LibraryHost& one) { return fits(one, host); });
  return {.library = library.name,
          .farthest_p2p = distance_of(rule != library.hosts.end() ? rule->p2p : library.p2p),
          .farthest_gdr = distance_of(library.gdr)};
}

}  // namespace weft::route
