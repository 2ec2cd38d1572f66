#include "tests/topology/network/plans.hpp"

#include "weft/topology/network/clos.hpp"
#include "weft/topology/network/dragonfly.hpp"
#include "weft/topology/network/hamming_mesh.hpp"
#include "weft/topology/network/hyperx.hpp"
#include "weft/topology/network/planes.hpp"
#include "weft/topology/network/sites.hpp"
#include "weft/topology/network/slim_fly.hpp"
#include "weft/topology/network/torus.hpp"

namespace weft::topology {
namespace {

constexpr ComponentKind kTiers[] = {ComponentKind::leaf, ComponentKind::spine, ComponentKind::core,
                                    ComponentKind::super_core};

PlanPtr one_switch(std::uint32_t endpoints) {
  return clos({.endpoints = endpoints, .tiers = {{ComponentKind::leaf, endpoints, 1, 0}}});
}

}  // namespace

PlanPtr full_fat_tree(std::uint32_t k, unsigned tiers) {
  ClosShape shape{.endpoints = static_cast<std::uint32_t>(fat_tree_hosts(k, tiers)), .tiers = {}};
  std::uint32_t switches = 1;
  for (unsigned t = 0; t < tiers; ++t) {
    const bool is_top = t + 1 == tiers;
    shape.tiers.push_back({kTiers[t], is_top && t > 0 ? k : k / 2, switches, is_top ? 0 : k / 2});
    switches *= k / 2;
  }
  return clos(shape);
}

std::vector<NamedPlan> named_plans() {
  std::vector<NamedPlan> all = {
      {"FatTree2OfRadix6", full_fat_tree(6, 2), 6},
      {"FatTree3OfRadix4", full_fat_tree(4, 3), 4},
      {"FatTree4OfRadix4", full_fat_tree(4, 4), 4},
      // 9 leaves of 3 endpoints, 4 up; groups of 3 leaves with 3 switches of 4 down, 4 up: 12
      // uplinks of each of three groups to 4 cores of 9 ports.
      {"ClosOfOddCounts",
       clos({.endpoints = 25,
             .tiers = {{ComponentKind::leaf, 3, 1, 4},
                       {ComponentKind::spine, 3, 3, 4},
                       {ComponentKind::core, 3, 4, 0}}}),
       9},
      // Two rails, 5 servers, 2 a leaf: 3 leaves a rail.
      {"RailsOverSpines",
       clos({.endpoints = 10,
             .tiers = {{ComponentKind::leaf, 2, 1, 2}, {ComponentKind::spine, 6, 2, 0}},
             .order = {.rails = 2}}),
       6},
      // Each NIC at two leaves; 4 NICs, 2 a pair of leaves.
      {"TwoLeavesPerNic",
       clos({.endpoints = 8,
             .tiers = {{ComponentKind::leaf, 2, 1, 2}, {ComponentKind::spine, 4, 2, 0}},
             .order = {.ports = 2}}),
       4},
      {"OneSwitch", one_switch(7), 7},
      {"Torus4x4x4", torus({.dims = {4, 4, 4}}), 0, true},
      {"Torus5x3", torus({.dims = {5, 3}}), 0, true},
      {"Torus2x4x1", torus({.dims = {2, 4, 1}}), 0, true},
      {"TorusOfRouters", torus({.dims = {4, 3}, .hosts = 2}), 6},
      {"Mesh4x3", torus({.dims = {4, 3}, .wraps = false}), 0, true},
      {"Hypercube", torus({.dims = {2, 2, 2, 2}}), 0, true},
      {"Cubes", torus({.dims = {4, 4, 4}, .block = {2, 2, 2}}), 0, true},
      {"HyperX4x3", hyperx({.dims = {4, 3}, .hosts = 3}), 8},
      {"HyperXDouble", hyperx({.dims = {3, 2}, .hosts = 1, .parallel = 2}), 7},
      {"FullMesh", hyperx({.dims = {8}}), 0, true},
      // Ways over a third group (global, global) may be shorter than local, global, local.
      {"Dragonfly", dragonfly({.p = 2, .a = 4, .h = 2, .groups = 9}), 7, false, false, true},
      {"DragonflyOfFewGroups", dragonfly({.p = 2, .a = 4, .h = 2, .groups = 3}), 7, false, false,
       true},
      {"DragonflyOfUnequalPorts", dragonfly({.p = 1, .a = 3, .h = 2, .groups = 4, .per_pair = 1}),
       4, false, false, true},
      {"DragonflyGroup", dragonfly({.p = 2, .a = 4, .h = 2, .groups = 1}), 5},
      {"DragonflyPlus", dragonfly_plus({.p = 2, .a = 2, .h = 2, .groups = 5}), 4},
      {"DragonflyPlusBundled", dragonfly_plus({.p = 2, .a = 3, .h = 4, .groups = 3}), 7},
      {"HammingMesh2x2", hamming_mesh({2, 2, 3, 2, one_switch(6), one_switch(4)}), 6, true, false,
       true},
      {"HammingMesh3x1", hamming_mesh({3, 1, 2, 4, one_switch(4), one_switch(8)}), 8, true, false,
       true},
      // One board: a torus of which the switches close the rings.
      {"HammingMeshOneBoard", hamming_mesh({4, 4, 1, 1, one_switch(2), one_switch(2)}), 2, true,
       false, true},
      {"RailOnly", separate_planes(full_fat_tree(4, 2), 3), 4, false, true},
      {"Superpod", shared_planes(one_switch(6), 4), 6},
      {"TwoSites", sites({.site = full_fat_tree(4, 3), .endpoints = 12, .sites = 2, .links = 2}), 0,
       false, false, true},
      {"ThreeSites", sites({.site = full_fat_tree(4, 2), .endpoints = 6, .sites = 3, .links = 2}),
       0, false, false, true},
  };
  for (const std::uint32_t q : {3U, 4U, 5U, 7U, 8U, 9U, 11U})
    all.push_back({"SlimFly" + std::to_string(q), slim_fly({.q = q}),
                   slim_fly_degree(q) + slim_fly_hosts(q)});
  return all;
}

}  // namespace weft::topology
