// Every row of tests/oracles/catalog.csv, computed from the entries and never from the row alone.
#include "weft/catalog/figures.hpp"
#include "weft/facts/lines.hpp"
#include "weft/facts/scaleup.hpp"
#include "weft/link/xgmi.hpp"

#include <functional>

#include "tests/catalog/support.hpp"
#include "tests/oracles/rows.hpp"

namespace weft::catalog::test {
namespace {

using nlohmann::json;

const facts::Board& board(const char* name) { return *facts::find_board(name); }
const facts::Gpu& gpu(const char* name) { return *facts::find_gpu(name); }
int switches(const facts::Board& b) { return static_cast<int>(b.switches.size()); }
double in_GBps(Bandwidth rate) { return in_gigabytes_per_second(rate); }

double compute_rate(const char* name) {  // of the compute NICs of a server, GB/s
  const facts::Server& server = *facts::find_server(name);
  double rate = 0;
  for (const facts::ServerNics& nics : server.nics)
    if (nics.role == facts::NicRole::compute)
      rate += in_GBps(facts::find_nic(nics.model)->port_rate) *
              static_cast<double>(nics.numbers.size());
  return rate;
}

using Compute = std::function<double(const json&)>;

const std::map<std::string, Compute>& computed() {
  static const std::map<std::string, Compute> all = {
      {"fireflyer.rootport_two_gpu_share_GBps",
       [](const json& in) {
         // The cap is that of the CPU, the number of GPUs that of the crowded host bridge.
         const facts::Server& server = *facts::find_server("fire-flyer");
         int most = 0;
         for (const facts::PcieGroup& group : server.pcie)
           most = std::max(most, static_cast<int>(group.gpus.size()));
         const auto cpu = find_cpu(shipped(), server.cpu);
         return in_GBps(
             port_share(gigabytes_per_second(in["per_gpu_GBps"]), cpu->root_port_cap, most));
       }},
      {"fireflyer.hfreduce.mem_ops_factor",
       [](const json& in) {
         std::vector<int> passes;
         for (const json& each : in) passes.push_back(each);
         return memory_passes(passes);
       }},
      {"fireflyer.hfreduce.mem_bound_GBps",
       [](const json& in) {
         return in_GBps(memory_bound(gigabytes_per_second(in["mem_GBps"]), in["factor"]));
       }},
      {"hf.ring_pcie_units_per_byte",
       [](const json&) { return ring_passes_over_pcie(facts::find_server("fire-flyer")->gpus); }},
      {"ualink.max_accelerators",
       [](const json&) { return facts::find_scale_up("ualink200")->most_devices; }},
      {"dgx2.nvswitch.count", [](const json&) { return switches(board("dgx2")); }},
      {"dgx2.nvswitch.ports_used",
       [](const json&) { return ports_used(board("dgx2").switches[0]); }},
      {"dgx2.trunk_links", [](const json&) { return trunk_count(board("dgx2")); }},
      {"dgx2.bisection_GBps_bidir",
       [](const json&) { return 2 * in_GBps(bisection(board("dgx2"), gpu("v100-sxm3-32gb"))); }},
      {"hgxa100.nvswitch.links_per_gpu_per_switch",
       [](const json&) { return board("hgx-a100-8").switches[0].links_per_gpu; }},
      {"hgxh100.nvswitch.ports_used_total",
       [](const json&) {
         int ports = 0;
         for (const auto& wiring : board("hgx-h100-8").switches) ports += ports_used(wiring);
         return ports;
       }},
      {"hgxb200.nvswitch.ports_per_chip",
       [](const json&) { return ports_used(board("hgx-b200-8").switches[1]); }},
      {"nvl72.nvswitch_chips", [](const json&) { return switches(board("gb200-nvl72")); }},
      {"nvl72.nvlinks", [](const json&) { return link_count(board("gb200-nvl72")); }},
      {"nvl72.copper_cables",
       [](const json&) {
         return cable_pairs(link_count(board("gb200-nvl72")), facts::find_nvlink(5)->lanes);
       }},
      {"nvl72.aggregate_TBps_bidir",
       [](const json&) { return 2e-3 * in_GBps(aggregate(board("gb200-nvl72"), gpu("gb200"))); }},
      {"nvl72.bisection_TBps_per_dir",
       [](const json&) { return 1e-3 * in_GBps(bisection(board("gb200-nvl72"), gpu("gb200"))); }},
      {"nvl72.gpus",
       [](const json&) {
         return static_cast<double>(count(server("gb200-nvl72"), ComponentKind::gpu));
       }},
      {"nvl72.scaleout_ratio",
       [](const json&) {
         const facts::Server& tray = *facts::find_server("gb200-tray");
         return in_GBps(gpu_rate(board("gb200-nvl72"), gpu("gb200"))) /
                (compute_rate("gb200-tray") / tray.gpus);
       }},
      {"mi300x.mesh.links", [](const json&) { return link_count(board("mi300x-8")); }},
      {"mi300x.if_GBps_per_dir_total",
       [](const json&) { return in_GBps(gpu_rate(board("mi300x-8"), gpu("mi300x"))); }},
      {"mi300x.if_GBps_bidir_total",
       [](const json&) { return 2 * in_GBps(gpu_rate(board("mi300x-8"), gpu("mi300x"))); }},
      {"mesh.pair_bw_fraction",
       [](const json&) { return pair_fraction(board("mi300x-8"), 2, 5).value(); }},
      {"mesh.alltoall_time_us",
       [](const json& in) {
         // What is usable of one link is what the link model says: 3/4 of 64 GB/s.
         const auto link = link::xgmi_link({.arch = gpu("mi300x").gcn, .links = 1});
         return in_microseconds(
             all_to_all_time(Bytes(in["bytes_per_pair"]), (*link)->waterfall({}).usable()));
       }},
      {"cm384.npus",
       // Entries count dies, of which an NPU has two.
       [](const json& in) { return two_levels(board("cloudmatrix-node"), in["nodes"]).gpus / 2; }},
      {"cm384.l1_switches",
       [](const json& in) {
         return two_levels(board("cloudmatrix-node"), in["nodes"]).first_level;
       }},
      {"cm384.l2_switches",
       [](const json&) { return two_levels(board("cloudmatrix-node"), 48).second_level; }},
      {"cm384.npu_GBps_dir",
       [](const json&) {
         return 2 * in_GBps(gpu_rate(board("cloudmatrix-node"), gpu("ascend-910c")));
       }},
      {"cm384.l2_ports_used",
       [](const json& in) {
         return two_levels(board("cloudmatrix-node"), in["nodes"]).second_level_ports;
       }},
      {"ascend910b.hccs.full_mesh_links",
       [](const json&) { return link_count(board("ascend-910b-8")); }},
  };
  return all;
}

TEST(CatalogOracles, AreReproducedFromTheEntries) {
  std::size_t rows = 0;
  for (const oracles::Row& row : oracles::rows("catalog")) {
    const auto compute = computed().find(row.name);
    ASSERT_NE(compute, computed().end()) << row.name;
    EXPECT_NEAR(compute->second(row.inputs), row.expected.get<double>(), row.tolerance) << row.name;
    ++rows;
  }
  EXPECT_EQ(rows, computed().size());
}

}  // namespace
}  // namespace weft::catalog::test
