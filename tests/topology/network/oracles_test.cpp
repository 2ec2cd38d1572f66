// Every row of tests/oracles/topology.csv, from the plans where they can be built, else from the
// closed forms.
#include "weft/link/propagation.hpp"
#include "weft/topology/network/clos.hpp"
#include "weft/topology/network/clos_sizing.hpp"
#include "weft/topology/network/dragonfly.hpp"
#include "weft/topology/network/hamming_mesh.hpp"
#include "weft/topology/network/hyperx.hpp"
#include "weft/topology/network/planes.hpp"
#include "weft/topology/network/slim_fly.hpp"
#include "weft/topology/network/torus.hpp"

#include <functional>
#include <map>
#include <regex>

#include "tests/oracles/rows.hpp"

namespace weft::topology {
namespace {

using nlohmann::json;
using std::uint32_t;

ClosShape sized(const ClosRequest& request) {
  const auto shape = size_clos(request);
  if (!shape) ADD_FAILURE() << shape.error().message;
  return shape.value_or(ClosShape{});
}

uint32_t tier(const NetworkPlan& plan, ComponentKind kind) {
  for (const Tier& each : plan.tiers())
    if (each.kind == kind) return each.count;
  return 0;
}

// Cables between two kinds of switches, or of endpoints to leaves.
uint32_t cables(const NetworkPlan& plan, ComponentKind upper, bool host) {
  std::map<Node, ComponentKind> kinds;
  Node first = plan.endpoints();
  std::vector<std::pair<Node, ComponentKind>> ends;
  for (const Tier& each : plan.tiers()) ends.emplace_back(first += each.count, each.kind);
  uint32_t count = 0;
  plan.for_each_cable([&](const CableEnds& cable) {
    if ((cable.lower < plan.endpoints()) != host) return;
    for (const auto& [end, kind] : ends)
      if (cable.upper < end) {
        count += kind == upper ? 1 : 0;
        break;
      }
  });
  return count;
}

PlanPtr fat_tree(const json& in, unsigned tiers) {
  const uint32_t k = in["k"];
  return clos(sized({.endpoints = uint32_t(fat_tree_hosts(k, tiers)), .radix = k, .tiers = tiers}));
}

json fat_tree_figure(const json& in, const std::string& what) {
  const unsigned tiers = in.value("levels", 2U);
  const uint64_t k = in["k"];
  const PlanPtr plan = fat_tree(in, tiers);
  if (what == "hosts") return plan->endpoints();
  if (what == "switches") {
    EXPECT_EQ(plan->figures().switches, fat_tree_switches(k, tiers));
    return plan->figures().switches;
  }
  if (what == "links") {
    EXPECT_EQ(plan->figures().links, fat_tree_links(k, tiers));
    return plan->figures().links;
  }
  EXPECT_EQ(plan->figures().bisection.front().cables, double(fat_tree_bisection(k, tiers)));
  return plan->figures().bisection.front().cables;
}

json endpoints_and_switches(const NetworkPlan& plan) {
  return {{"endpoints", plan.endpoints()},
          {"switches", plan.figures().switches},
          {"switch_links", plan.figures().links - plan.endpoints()}};
}

json grid_figure(const json& in, const std::string& what) {
  const std::vector<uint32_t> dims = in["dims"];
  const PlanPtr plan = torus({.dims = dims});
  if (what == "links") return plan->figures().links;
  if (what == "diameter") return plan->figures().diameter;
  if (what == "avg_hops") return torus_mean_distance(dims);
  return plan->figures().bisection.front().cables;
}

json dragonfly_figure(const json& in, const std::string& what) {
  const uint32_t p = in["p"];
  const uint32_t a = in["a"];
  const uint32_t h = in["h"];
  const auto groups = uint32_t(dragonfly_most_groups(a, h));
  const PlanPtr plan = dragonfly({.p = p, .a = a, .h = h, .groups = groups});
  if (what == "groups") return groups;
  if (what == "routers") return plan->switch_count();
  if (what == "hosts") return plan->endpoints();
  if (what == "radix") return dragonfly_radix(p, a, h);
  return plan->figures().links - plan->endpoints() - dragonfly_local_links(a, groups);
}

json slim_fly_figure(const json& in, const std::string& what) {
  const uint32_t q = in["q"];
  const PlanPtr plan = slim_fly({.q = q});
  if (what == "routers") return plan->switch_count();
  if (what == "degree") return slim_fly_degree(q);
  return plan->endpoints();
}

json hyperx_figure(const json& in, const std::string& what) {
  const HyperXShape shape{.dims = in["S"], .hosts = in["T"], .parallel = in["K"]};
  if (what == "hosts") return hyperx(shape)->endpoints();
  if (what == "radix") return hyperx_radix(shape);
  return hyperx(shape)->figures().links - hyperx(shape)->endpoints();
}

json hamming_mesh_figure(const json& in, const std::string& what) {
  const auto counts = hamming_mesh_counts(in["a"], in["b"], in["x"], in["y"]);
  if (what == "accelerators") return counts.accelerators;
  return what == "row_networks" ? counts.row_networks : counts.row_ports;
}

json superpod_figure(const json& in, uint32_t nics) {
  const uint32_t servers = uint32_t(in["su"]) * uint32_t(in["nodes_per_su"]);
  const uint32_t radix = in.value("radix", 64U);
  const PlanPtr plan =
      clos(sized({.endpoints = servers * nics, .radix = radix, .order = {.rails = nics}}));
  json found = {{"nodes", servers},
                {"gpus", servers * 8},
                {"leaf", tier(*plan, ComponentKind::leaf)},
                {"spine", tier(*plan, ComponentKind::spine)},
                {"node_leaf", cables(*plan, ComponentKind::leaf, true)},
                {"leaf_spine", cables(*plan, ComponentKind::spine, false)}};
  if (in.contains("nics")) {
    found["core"] = tier(*plan, ComponentKind::core);
    found["spine_core"] = cables(*plan, ComponentKind::core, false);
  }
  return found;
}

// The Ethernet version: each NIC of 800 Gb/s is two ports of 400 in two planes, switches have 128
// ports of 400, and a cable carries two.
json superpod_eth(const json& in) {
  const uint32_t servers = uint32_t(in["su"]) * uint32_t(in["nodes_per_su"]);
  const PlanPtr plan = separate_planes(
      clos(sized({.endpoints = servers * 8, .radix = 128, .order = {.rails = 8}})), 2);
  return {{"nodes", servers},
          {"gpus", servers * 8},
          {"leaf", tier(*plan, ComponentKind::leaf)},
          {"spine", tier(*plan, ComponentKind::spine)},
          {"node_leaf", cables(*plan, ComponentKind::leaf, true) / 2},
          {"leaf_spine", cables(*plan, ComponentKind::spine, false) / 2}};
}

using Compute = std::function<json(const json& in, const std::smatch& match)>;

const std::vector<std::pair<std::string, Compute>>& computed() {
  static const std::vector<std::pair<std::string, Compute>> all = {
      {"topo\\.fattree3\\.diameter_links",
       [](auto& in, auto&) -> json { return fat_tree(in, 3)->figures().diameter; }},
      {"topo\\.fattree3\\.k16\\.paths_interpod",
       [](auto& in, auto&) -> json { return fat_tree_paths(in["k"], 2); }},
      {"topo\\.fattree3\\.k16\\.paths_intrapod",
       [](auto& in, auto&) -> json { return fat_tree_paths(in["k"], 1); }},
      {"topo\\.fattree(\\d)\\.k\\d+\\.(\\w+)",
       [](auto& in, auto& m) { return fat_tree_figure(in, m[2]); }},
      {"topo\\.deepseek\\.ft2",
       [](auto& in, auto&) { return endpoints_and_switches(*fat_tree(in, 2)); }},
      {"topo\\.deepseek\\.ft3",
       [](auto& in, auto&) { return endpoints_and_switches(*fat_tree(in, 3)); }},
      {"topo\\.deepseek\\.mpft",
       [](auto& in, auto&) {
         return endpoints_and_switches(*separate_planes(fat_tree(in, 2), in["planes"]));
       }},
      {"topo\\.deepseek\\.df",
       [](auto& in, auto&) -> json {
         const uint64_t routers = uint64_t(in["a"]) * uint64_t(in["groups"]);
         return {{"endpoints", routers * uint64_t(in["p"])},
                 {"switches", routers},
                 {"switch_links", dragonfly_local_links(in["a"], in["groups"]) +
                                      dragonfly_global_ports(in["a"], in["h"], in["groups"]) / 2}};
       }},
      {"topo\\.deepseek\\.sf",
       [](auto& in, auto&) -> json {
         EXPECT_FALSE(is_slim_fly(in["q"]));
         const uint64_t q = in["q"];
         return {{"endpoints", slim_fly_routers(q) * uint64_t(in["p"])},
                 {"switches", slim_fly_routers(q)},
                 {"switch_links", slim_fly_links(q)}};
       }},
      {"topo\\.leafspine\\.oversub",
       [](auto& in, auto&) -> json {
         return oversubscription(in["leaf_down"], in["down_gbps"], in["leaf_up"], in["up_gbps"]);
       }},
      {"topo\\.tree\\.core_oversub_product",
       [](auto& in, auto&) -> json {
         return oversubscription(in["tier_oversub"].template get<std::vector<double>>());
       }},
      {"topo\\.torus\\.[\\dx]+\\.(\\w+)", [](auto& in, auto& m) { return grid_figure(in, m[1]); }},
      {"topo\\.hypercube\\.d10\\.links",
       [](auto& in, auto&) -> json {
         return torus({.dims = std::vector<uint32_t>(in["d"], 2)})->figures().links;
       }},
      {"topo\\.hypercube\\.d10\\.bisection",
       [](auto& in, auto&) -> json {
         return torus({.dims = std::vector<uint32_t>(in["d"], 2)})
             ->figures()
             .bisection.front()
             .cables;
       }},
      {"topo\\.mesh\\.8x8\\.bisection",
       [](auto& in, auto&) -> json { return mesh_bisection(in["dims"]); }},
      {"topo\\.ring\\.n8\\.diameter",
       [](auto& in, auto&) -> json { return torus({.dims = {in["n"]}})->figures().diameter; }},
      {"topo\\.dragonfly\\.diameter_router_hops",
       [](auto& in, auto&) -> json {
         return dragonfly({.p = in["p"], .a = in["a"], .h = in["h"], .groups = 9})
                    ->figures()
                    .diameter -
                2;
       }},
      {"topo\\.dragonfly\\.adversarial_min_fraction",
       [](auto& in, auto&) -> json {
         return dragonfly_adversarial_share(in["p"], in["a"], in["links_per_pair"]);
       }},
      {"topo\\.dragonfly\\.p\\d+a\\d+h\\d+\\.(\\w+)",
       [](auto& in, auto& m) { return dragonfly_figure(in, m[1]); }},
      {"topo\\.dragonflyplus\\.k\\d+\\.hosts",
       [](auto& in, auto&) -> json { return dragonfly_plus_hosts(in["k"]); }},
      {"topo\\.leonardo\\.global_ports_per_cell",
       [](auto& in, auto&) -> json { return dragonfly_global_ports(in["l2"], in["up"], 1); }},
      {"topo\\.leonardo\\.links_per_cell_pair",
       [](auto& in, auto&) -> json {
         EXPECT_EQ(in["ports"], 18 * 22);
         return dragonfly_per_pair(18, 22, uint32_t(in["other_cells"]) + 1);
       }},
      {"topo\\.leonardo\\.booster_cell_node_ports",
       [](auto& in, auto&) -> json {
         EXPECT_EQ(int(in["nodes"]) * int(in["ports_per_node"]), int(in["l1"]) * int(in["down"]));
         return dragonfly_plus({.p = in["down"], .a = in["l1"], .h = 22, .groups = 1})->endpoints();
       }},
      {"topo\\.slimfly\\.diameter",
       [](auto& in, auto&) -> json { return slim_fly({.q = in["q"]})->figures().diameter - 2; }},
      {"topo\\.slimfly\\.q\\d+\\.(\\w+)",
       [](auto& in, auto& m) { return slim_fly_figure(in, m[1]); }},
      {"topo\\.hyperx\\.8x8\\.bisection_links",
       [](auto& in, auto&) -> json { return hyperx_bisection({.dims = in["S"], .hosts = 8}); }},
      {"topo\\.hyperx\\.[\\dx]+\\.T\\d+\\.(\\w+)",
       [](auto& in, auto& m) { return hyperx_figure(in, m[1]); }},
      {"topo\\.hxmesh\\.\\dx\\d\\.bisection_over_injection",
       [](auto& in, auto&) -> json { return hamming_mesh_share(in["a"], in["b"]); }},
      {"topo\\.hxmesh\\.\\dx\\d\\.\\d+x\\d+\\.(\\w+)",
       [](auto& in, auto& m) { return hamming_mesh_figure(in, m[1]); }},
      {"topo\\.fullmesh\\.n8\\.links",
       [](auto& in, auto&) -> json { return hyperx({.dims = {in["n"]}})->figures().links; }},
      {"topo\\.clos\\.nonblocking_m",
       [](auto& in, auto&) -> json { return clos_strictly_nonblocking(in["n"]); }},
      {"topo\\.clos\\.rearrangeable_m",
       [](auto& in, auto&) -> json { return clos_rearrangeable(in["n"]); }},
      {"topo\\.moore_bound\\.d7k2",
       [](auto& in, auto&) -> json { return moore_bound(in["degree"], in["diameter"]); }},
      {"topo\\.ocs\\.ports_per_dim_pair",
       [](auto& in, auto&) -> json { return int(in["cubes"]) * int(in["faces"]); }},
      {"cluster\\.superpod_b200_ndr\\.su\\d+",
       [](auto& in, auto&) { return superpod_figure(in, 8); }},
      {"cluster\\.superpod_b300_eth\\.su\\d+", [](auto& in, auto&) { return superpod_eth(in); }},
      {"cluster\\.superpod_b300_xdr\\.su\\d+",
       [](auto& in, auto&) { return superpod_figure(in, 8); }},
      {"cluster\\.superpod_a100\\.140nodes",
       [](auto& in, auto&) -> json {
         const uint32_t nodes = in["nodes"];
         const PlanPtr plan = clos(sized(
             {.endpoints = nodes * 8, .radix = in["radix"], .order = {.rails = 8}, .spines = 80}));
         return {{"gpus", nodes * 8},
                 {"leaf", tier(*plan, ComponentKind::leaf)},
                 {"spine", tier(*plan, ComponentKind::spine)},
                 {"core", tier(*plan, ComponentKind::core)}};
       }},
      {"cluster\\.fireflyer\\.zone",
       [](auto& in, auto&) -> json {
         const uint32_t k = in["radix"];
         const PlanPtr plan = clos(sized({.endpoints = k * k / 2, .radix = k}));
         return {{"ports", plan->endpoints()},
                 {"leaf", tier(*plan, ComponentKind::leaf)},
                 {"spine", tier(*plan, ComponentKind::spine)}};
       }},
      {"cluster\\.fireflyer\\.total_switches",
       [](auto& in, auto&) -> json {
         const uint32_t zones = in["zones"];
         return zones * clos(sized({.endpoints = 800, .radix = 40}))->switch_count() + zones;
       }},
      {"cluster\\.fireflyer\\.3layer_equiv",
       [](auto& in, auto&) -> json {
         const PlanPtr plan = clos(sized({.endpoints = 1600, .radix = 40}));
         EXPECT_EQ(tier(*plan, ComponentKind::core), in["core"]);
         return plan->switch_count();
       }},
      // A published total; by ports alone 250 cores would do (500·20 / 40).
      {"cluster\\.fireflyer\\.dgx_equiv_switches",
       [](auto& in, auto&) -> json {
         const PlanPtr plan = clos(sized({.endpoints = 10000, .radix = 40}));
         EXPECT_EQ(tier(*plan, ComponentKind::leaf), in["leaf"]);
         EXPECT_EQ(tier(*plan, ComponentKind::spine), in["spine"]);
         return tier(*plan, ComponentKind::leaf) + tier(*plan, ComponentKind::spine) +
                uint32_t(in["core"]);
       }},
      {"cluster\\.hpn\\.segment_gpus",
       [](auto& in, auto&) -> json {
         return int(in["tors"]) * int(in["down_active"]) / int(in["nic_ports"]);
       }},
      {"cluster\\.hpn\\.pod_(\\w+)",
       [](auto&, auto& m) -> json {
         // 15 segments of 128 servers, 8 NICs of 2 ports: each plane has 120 leaves and 60 spines.
         const PlanPtr plan = separate_planes(clos(sized({.endpoints = 15 * 128 * 8,
                                                          .radix = 128,
                                                          .tiers = 2,
                                                          .order = {.rails = 8},
                                                          .up_rate = 2,
                                                          .down = 128,
                                                          .up = 60,
                                                          .spines = 60})),
                                              2);
         if (m[1] == "gpus") return plan->endpoints() / 2;
         return tier(*plan, m[1] == "tors" ? ComponentKind::leaf : ComponentKind::spine);
       }},
      {"cluster\\.hpn\\.tor_oversub",
       [](auto& in, auto&) -> json {
         return oversubscription(in["down"], in["down_gbps"], in["up"], in["up_gbps"]);
       }},
      {"cluster\\.hpn\\.agg_core_oversub",
       [](auto& in, auto&) -> json { return oversubscription(in["down"], 1, in["up"], 1); }},
      {"cluster\\.hpn\\.agg_ports",
       [](auto& in, auto&) -> json {
         return (double(in["down"]) + double(in["up"])) * double(in["gbps"]) / 1000;
       }},
      // Rail-only tier 2: a plane for each of 8 rails and 2 ports, each a pod of its own rail.
      {"cluster\\.hpn\\.railonly_pod_gpus",
       [](auto& in, auto&) -> json { return 15360 / 2 * int(in["planes"]); }},
      {"cluster\\.hpn\\.dcnplus_segment",
       [](auto& in, auto&) -> json { return int(in["gpus"]) * int(in["segments_per_pod"]); }},
      {"cluster\\.meta24k\\.pod_gpus",
       [](auto& in, auto&) -> json { return int(in["gpus_per_rack"]) * int(in["racks"]); }},
      {"cluster\\.meta24k\\.total_gpus",
       [](auto& in, auto&) -> json { return int(in["gpus"]) * int(in["pods"]); }},
      {"cluster\\.meta24k\\.cross_pod_GBps_per_gpu",
       [](auto& in, auto&) -> json { return double(in["nic_GBps"]) / double(in["oversub"]); }},
      {"cluster\\.frontier\\.(\\w+)",
       [](auto&, auto& m) -> json {
         // 74 groups of 32 switches with 16 endpoints, 4 cables a pair of groups.
         const PlanPtr plan = dragonfly({.p = 16, .a = 32, .h = 10, .groups = 74, .per_pair = 4});
         const std::string what = m[1];
         if (what == "group_endpoints") return plan->endpoints() / 74;
         if (what == "nodes_per_group") return plan->endpoints() / 74 / 4;
         if (what == "local_links_per_group") return dragonfly_local_links(32, 1);
         if (what == "compute_global_links")
           return plan->figures().links - plan->endpoints() - dragonfly_local_links(32, 74);
         if (what == "blocking_factor") return 512 / (73 * 4.0);
         return plan->figures().bisection.back().cables * 25 / 1000;
       }},
      {"cluster\\.tpuv4\\.(\\w+)",
       [](auto&, auto& m) -> json {
         const PlanPtr plan = torus({.dims = {16, 16, 16}, .block = {4, 4, 4}});
         uint32_t optical = 0;
         plan->for_each_cable([&](const CableEnds& c) { optical += c.klass == kOptical ? 1 : 0; });
         const std::string what = m[1];
         if (what == "chips") return plan->endpoints();
         if (what == "ocs") return plan->switch_count();
         if (what == "optical_links") return optical;
         if (what == "optical_fibre_ends") return 2 * optical;
         if (what == "electrical_links") return plan->cable_count() - optical;
         if (what == "total_links") return plan->cable_count();
         return plan->figures().bisection.front().cables;
       }},
      {"cluster\\.gb200\\.su_gpus",
       [](auto& in, auto&) -> json { return int(in["gpus"]) * int(in["racks"]); }},
      {"cluster\\.dgxh100\\.superpod\\.127nodes_gpus",
       [](auto& in, auto&) -> json {
         const uint32_t nodes = in["nodes"];
         const PlanPtr plan =
             clos(sized({.endpoints = nodes * 8, .radix = 64, .order = {.rails = 8}}));
         EXPECT_EQ(tier(*plan, ComponentKind::leaf), 32U);
         EXPECT_EQ(tier(*plan, ComponentKind::spine), 16U);
         return plan->endpoints();
       }},
      {"cluster\\.rail\\.leaf_ports",
       [](auto& in, auto&) -> json {
         return sized({.endpoints = uint32_t(in["nodes"]) * uint32_t(in["rails"]),
                       .radix = in["radix"],
                       .order = {.rails = in["rails"]}})
             .tiers[0]
             .children;
       }},
  };
  return all;
}

void expect_near(const json& found, const json& wanted, double tolerance, const std::string& name) {
  if (wanted.is_object()) {
    for (const auto& [key, value] : wanted.items()) {
      ASSERT_TRUE(found.contains(key)) << name << " " << key;
      expect_near(found[key], value, tolerance, name + "." + key);
    }
    return;
  }
  EXPECT_NEAR(found.get<double>(), wanted.get<double>(), tolerance) << name;
}

TEST(NetworkOracles, AreReproduced) {
  std::size_t rows = 0;
  for (const oracles::Row& row : oracles::rows("topology")) {
    bool known = false;
    for (const auto& [pattern, compute] : computed()) {
      std::smatch match;
      if (!std::regex_match(row.name, match, std::regex(pattern))) continue;
      expect_near(compute(row.inputs, match), row.expected, row.tolerance, row.name);
      known = true;
      break;
    }
    EXPECT_TRUE(known) << row.name;
    ++rows;
  }
  EXPECT_EQ(rows, 179U);
}

}  // namespace
}  // namespace weft::topology
