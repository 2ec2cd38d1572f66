// The kinds of networks by name: which numbers of a description each takes, and the plan it makes.
//
// To add a kind: its function in network_<family>.cpp, and its row in network_kinds.cpp.
// Errors: NETWORK_KIND (unknown, with the nearest), NETWORK_INVALID, NETWORK_TOO_SMALL.
#pragma once

#include "weft/base/error.hpp"
#include "weft/facts/clusters.hpp"
#include "weft/topology/network/plan.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace weft::catalog {

struct KindRequest {
  const facts::NetworkSpec* spec = nullptr;
  std::uint32_t servers = 0;     // of one site
  std::uint32_t per_server = 0;  // endpoints of a server that attach
  std::uint32_t units = 1;       // servers in one, where that is a rack: rails are those of a unit
  std::uint32_t radix = 0;       // of a switch; 0: not known
  double up_rate = 1;            // of a cable between switches, in units of an endpoint's
  int gpu_links = 0;             // scale-up links of a GPU, where GPUs attach
  std::uint32_t gateway = 0;     // endpoints of a site's gateway, beside those of servers

  std::uint32_t endpoints() const { return servers * per_server + gateway; }
  std::string text() const;  // "4 servers of 8 and 16 ports of the gateway"
  std::uint32_t rails() const { return per_server % units == 0 ? per_server / units : per_server; }
};

struct NetworkKind {
  const char* name;
  const char* about;
  std::vector<std::string> keys;  // beside kind, switch, routing, in_network and the links
  Expected<topology::PlanPtr> (*make)(const KindRequest& request);
  bool of_gpus = false;     // GPUs attach, and not NICs
  int ports_per_nic = 1;    // where each port of a NIC goes elsewhere; 0: as many as planes
  bool takes_sites = true;  // a gateway finds a place beside the servers
};

const std::vector<NetworkKind>& network_kinds();
Expected<const NetworkKind*> find_network_kind(const std::string& name);
// No number is stated that the kind does not take.
Expected<void> check_keys(const NetworkKind& kind, const facts::NetworkSpec& spec);

// For the kinds' own files.
tl::unexpected<Error> invalid_network(std::string message, std::string hint);
// More cables than a topology can be asked to hold are refused before anything is built.
Expected<void> check_cables(double cables);

Expected<topology::PlanPtr> make_three_tier(const KindRequest& request);
Expected<topology::PlanPtr> make_spine_leaf(const KindRequest& request);
Expected<topology::PlanPtr> make_fat_tree(const KindRequest& request);
Expected<topology::PlanPtr> make_rail_optimized(const KindRequest& request);
Expected<topology::PlanPtr> make_rail_only(const KindRequest& request);
Expected<topology::PlanPtr> make_dual_tor(const KindRequest& request);
Expected<topology::PlanPtr> make_dual_plane(const KindRequest& request);
Expected<topology::PlanPtr> make_superpod(const KindRequest& request);
Expected<topology::PlanPtr> make_torus(const KindRequest& request);
Expected<topology::PlanPtr> make_mesh(const KindRequest& request);
Expected<topology::PlanPtr> make_ocs_torus(const KindRequest& request);
Expected<topology::PlanPtr> make_hyperx(const KindRequest& request);
Expected<topology::PlanPtr> make_full_mesh(const KindRequest& request);
Expected<topology::PlanPtr> make_hamming_mesh(const KindRequest& request);
Expected<topology::PlanPtr> make_dragonfly(const KindRequest& request);
Expected<topology::PlanPtr> make_dragonfly_plus(const KindRequest& request);
Expected<topology::PlanPtr> make_slim_fly(const KindRequest& request);

}  // namespace weft::catalog
