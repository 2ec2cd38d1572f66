#include "weft/catalog/network_kinds.hpp"

#include "weft/base/suggest.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace weft::catalog {
namespace {

const std::vector<std::string> kTree = {"k",  "tiers",  "oversubscription", "down",
                                        "up", "leaves", "spines",           "cores"};

std::vector<std::string> tree_and(std::vector<std::string> more) {
  more.insert(more.begin(), kTree.begin(), kTree.end());
  return more;
}

// The numbers of a description that are stated.
std::vector<std::string> stated(const facts::NetworkSpec& s) {
  std::vector<std::string> keys;
  const auto add = [&](const char* key, bool is_stated) {
    if (is_stated) keys.emplace_back(key);
  };
  add("k", s.k > 0);
  add("tiers", s.tiers > 0);
  add("oversubscription", s.oversubscription != std::vector<double>{1});
  add("dims", !s.dims.empty());
  add("block", !s.block.empty());
  add("p", s.p > 0);
  add("a", s.a > 0);
  add("h", s.h > 0);
  add("groups", s.groups > 0);
  add("links_per_pair", s.links_per_pair > 0);
  add("q", s.q > 0);
  add("board", !s.board.empty());
  add("grid", !s.grid.empty());
  add("hosts", s.hosts > 0);
  add("parallel", s.parallel > 0);
  add("planes", s.planes > 0);
  add("down", s.down > 0);
  add("up", s.up > 0);
  add("leaves", s.leaves > 0);
  add("spines", s.spines > 0);
  add("cores", s.cores > 0);
  return keys;
}

}  // namespace

std::string KindRequest::text() const {
  std::string text = fmt::format("{} servers of {}", servers, per_server);
  if (gateway > 0) text += fmt::format(" and {} ports of the site's gateway", gateway);
  return text;
}

const std::vector<NetworkKind>& network_kinds() {
  static const std::vector<NetworkKind> kinds = {
      {"three-tier",
       "access, aggregation and core",
       {"k", "oversubscription", "down", "up", "leaves", "cores"},
       make_three_tier},
      {"spine-leaf",
       "leaves, each joined to every spine",
       {"k", "oversubscription", "down", "up", "leaves", "spines"},
       make_spine_leaf},
      {"fat-tree", "k-ary fat tree of two to four tiers", kTree, make_fat_tree},
      {"rail-optimized", "NIC r of every server at a leaf of rail r, leaves joined by spines",
       kTree, make_rail_optimized},
      {"rail-only", "a network for each rail, not joined", kTree, make_rail_only},
      {"dual-tor", "each NIC at two leaves of one network", tree_and({"planes"}), make_dual_tor,
       false, 2},
      {"dual-plane", "each NIC in two networks, rail by rail (HPN)", tree_and({"planes"}),
       make_dual_plane, false, 0},
      {"dragonfly",
       "groups of routers, joined pair by pair",
       {"k", "p", "a", "h", "groups", "links_per_pair"},
       make_dragonfly},
      {"dragonfly-plus",
       "groups of leaves and spines, joined pair by pair",
       {"k", "p", "a", "h", "groups", "links_per_pair"},
       make_dragonfly_plus},
      {"torus", "a grid whose lines are rings", {"dims", "hosts"}, make_torus, false, 1, false},
      {"mesh", "a grid", {"dims", "hosts"}, make_mesh, false, 1, false},
      {"ocs-torus",
       "a torus of GPUs in blocks that circuit switches join",
       {"dims", "block"},
       make_ocs_torus,
       true,
       1,
       false},
      {"hyperx",
       "a grid whose lines are full meshes",
       {"k", "dims", "hosts", "parallel"},
       make_hyperx},
      {"slim-fly",
       "routers two hops apart, by the algebra of a prime power",
       {"k", "q", "hosts"},
       make_slim_fly},
      {"hammingmesh",
       "boards that row and column networks join",
       {"k", "board", "grid"},
       make_hamming_mesh,
       false,
       1,
       false},
      {"full-mesh", "every two joined", {"k", "dims", "hosts", "parallel"}, make_full_mesh},
      {"superpod",
       "GPUs of many servers behind scale-up switches",
       {"k", "tiers", "planes"},
       make_superpod,
       true},
  };
  return kinds;
}

Expected<const NetworkKind*> find_network_kind(const std::string& name) {
  std::vector<std::string> known;
  for (const NetworkKind& kind : network_kinds()) {
    if (name == kind.name) return &kind;
    known.emplace_back(kind.name);
  }
  return fail("NETWORK_KIND", fmt::format("'{}' is not a kind of network", name),
              known_names(name, known));
}

Expected<void> check_keys(const NetworkKind& kind, const facts::NetworkSpec& spec) {
  for (const std::string& key : stated(spec))
    if (std::ranges::find(kind.keys, key) == kind.keys.end())
      return invalid_network(
          fmt::format("a network of kind {} takes no '{}'", kind.name, key),
          fmt::format("Leave it out; {} takes {}.", kind.name, fmt::join(kind.keys, ", ")));
  return {};
}

tl::unexpected<Error> invalid_network(std::string message, std::string hint) {
  return fail("NETWORK_INVALID", std::move(message), std::move(hint));
}

Expected<void> check_cables(double cables) {
  constexpr double kMost = 64e6;  // 3 GB of links
  if (cables <= kMost) return {};
  return fail(
      "CLUSTER_TOO_LARGE",
      fmt::format("the network would have {:.0f} million cables; at most {:.0f} million are "
                  "possible",
                  cables / 1e6, kMost / 1e6),
      "Describe fewer servers, or a network with fewer cables.");
}

}  // namespace weft::catalog
