// Peer access, from `nvidia-smi topo -p2p`.
#include "weft/io/matrix/merge.hpp"
#include "weft/link/scaleup.hpp"
#include "weft/topology/builder.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace weft::io::matrix {
namespace {

using topology::Provenance;
using topology::Topology;

struct Meaning {
  std::string_view status;
  const char* text;
};
constexpr std::array kMeanings = {Meaning{"CNS", "the chipset does not support it"},
                                  Meaning{"GNS", "the GPU does not support it"},
                                  Meaning{"TNS", "the topology does not support it"},
                                  Meaning{"NS", "it is not supported"},
                                  Meaning{"DR", "it is disabled by a registry key"}};

const char* meaning(std::string_view status) {
  const auto found = std::find_if(kMeanings.begin(), kMeanings.end(),
                                  [&](const Meaning& known) { return known.status == status; });
  return found == kMeanings.end() ? nullptr : found->text;
}

// Atomics decide nothing here, and a table of NVLink says nothing about PCIe.
bool is_about_access(const PeerTable& peers) {
  return peers.capability != 'a' && peers.capability != 'n';
}

bool share_fabric(const Topology& topology, ComponentId a, ComponentId b) {
  std::set<ComponentId> reached;
  const auto is_fabric = [&](LinkId id) {
    const topology::Link link = topology.link(id);
    return link.state == topology::LinkState::up && link.model.is_scale_up();
  };
  for (const LinkId link : topology.links_of(a))
    if (is_fabric(link)) reached.insert(topology.link(link).to);
  if (reached.contains(b)) return true;
  const auto links = topology.links_of(b);
  return std::any_of(links.begin(), links.end(), [&](LinkId link) {
    return is_fabric(link) && reached.contains(topology.link(link).to);
  });
}

using Pair = std::pair<int, int>;  // the lower number first

struct Access {
  std::set<Pair> asked;      // pairs that some table speaks of
  std::set<Pair> forbidden;  // and those that it forbids
};

void read(const Topology& topology, const PeerTable& peers, const GpuIndex& known, Access& access,
          Remarks& remarks) {
  for (std::size_t a = 0; a < peers.gpus.size(); ++a)
    for (std::size_t b = a + 1; b < peers.gpus.size(); ++b) {
      if (!known.contains(peers.gpus[a]) || !known.contains(peers.gpus[b])) continue;
      // One way without the other is no access that a library would use.
      std::string status = peers.status[a][b];
      if (meaning(status) == nullptr) status = peers.status[b][a];
      if (status == "U") continue;
      const Pair pair = std::minmax(peers.gpus[a], peers.gpus[b]);
      access.asked.insert(pair);
      const char* text = meaning(status);
      if (text == nullptr) continue;
      access.forbidden.insert(pair);
      const std::string names = fmt::format("GPU{} and GPU{}", pair.first, pair.second);
      if (share_fabric(topology, known.at(pair.first), known.at(pair.second)))
        remarks.for_device("FILES_DISAGREE",
                           fmt::format("the driver gives no peer access ({}: {}) between GPUs that "
                                       "{} joins by private links; the links are used all the same",
                                       status, text, topology.name()),
                           names, peers.line,
                           "Check the driver and whether both files are of one machine.");
      else
        remarks.for_device(
            "PEER_ACCESS_OFF",
            fmt::format(
                "the driver gives no peer access ({}: {}), so copies go through host memory",
                status, text),
            names, peers.line,
            peers.capability == '?'
                ? "The text does not say which capability the table shows; reading and writing "
                  "(-p2p rw) is assumed."
                : "GeForce GPUs are sold like that; elsewhere look at IOMMU, ACS and the driver's "
                  "options.");
    }
}

}  // namespace

Topology merge_peers(Topology topology, const Paste& paste, Remarks& remarks) {
  const GpuIndex known = gpus_by_number(topology);
  Access access;
  for (const PeerTable& peers : paste.peers)
    if (is_about_access(peers)) read(topology, peers, known, access, remarks);
  if (access.asked.empty()) return topology;

  std::map<int, std::string> names;
  for (const auto& [number, id] : known) names[number] = topology.name(id);
  topology::Builder builder(std::move(topology));
  for (const auto& [number, id] : known) {
    std::string unreachable;
    std::size_t asked = 0;
    std::size_t forbidden = 0;
    for (const auto& [other, name] : names) {
      const Pair pair = std::minmax(number, other);
      if (!access.asked.contains(pair)) continue;
      ++asked;
      if (!access.forbidden.contains(pair)) continue;
      ++forbidden;
      unreachable += fmt::format("{}{}", unreachable.empty() ? "" : " ", name);
    }
    if (asked == 0) continue;
    topology::Attributes& attributes = builder.attributes(id);
    const bool is_partial = forbidden > 0 && forbidden < asked;
    attributes.set("peer_access",
                   forbidden == 0 ? "yes"
                   : is_partial   ? "partial"
                                  : "no",
                   Provenance::trained);
    if (is_partial) attributes.set("no_peer_access", unreachable, Provenance::trained);
  }
  return std::move(builder).build();
}

}  // namespace weft::io::matrix
