#include "weft/facts/nccl.hpp"

#include "weft/base/assert.hpp"
#include "weft/facts/reader.hpp"

#include <algorithm>

namespace weft::facts {
namespace {

constexpr const char* kAlgorithmKeys[] = {
    "tree", "ring", "collnet_direct", "collnet_chain", "nvls", "nvls_tree", "pat"};
constexpr const char* kProtocolKeys[] = {"ll", "ll128", "simple"};
constexpr const char* kHopKeys[] = {"nvlink", "pci", "net"};
constexpr const char* kGpuKeys[] = {"volta", "ampere", "hopper", "blackwell"};

template <std::size_t N>
std::array<double, N> read_array(const Record& r, const char* key) {
  const std::vector<double> numbers = r.numbers(key);
  if (numbers.size() != N) r.malformed(std::string("'") + key + "' has another length");
  std::array<double, N> array{};
  std::ranges::copy(numbers, array.begin());
  return array;
}

LatencyTable read_latencies(const Record& r) {
  LatencyTable table{};
  for (std::size_t a = 0; a < table.size(); ++a)
    table[a] = read_array<kNcclProtocols>(r, kAlgorithmKeys[a]);
  return table;
}

RateTable read_rates(const Record& r) {
  RateTable table{};
  for (std::size_t g = 0; g < table.size(); ++g) table[g] = read_array<kNcclNodes>(r, kGpuKeys[g]);
  return table;
}

void read_scalars(const Record& r, Nccl& nccl) {
  nccl.evidence = r.evidence();
  nccl.payload_share = read_array<kNcclProtocols>(r, "payload_share");
  nccl.buffer_bytes = read_array<kNcclProtocols>(r, "buffer_bytes");
  nccl.steps = r.integer("steps");
  nccl.local_GBps = r.number("local_GBps");
  nccl.pci_gen3_x16_GBps = r.number("pci_gen3_x16_GBps");
  nccl.net_default_GBps = r.number("net_default_GBps");
  nccl.ring_ll128_share = r.number("ring_ll128_share");
  nccl.tree_share = r.number("tree_share");
  nccl.tree_ll_divisor = r.number("tree_ll_divisor");
  nccl.tree_ll128_one_node = r.number("tree_ll128_one_node");
  nccl.tree_ll128_nodes = r.number("tree_ll128_nodes");
  nccl.plain_tree_share = r.number("plain_tree_share");
  nccl.pat_share = r.number("pat_share");
  nccl.collnet_direct_sm90_share = r.number("collnet_direct_sm90_share");
  nccl.net_overhead_intel_us = r.number("net_overhead_intel_us");
  nccl.net_overhead_amd_us = r.number("net_overhead_amd_us");
  nccl.net_overhead_simple_factor = r.number("net_overhead_simple_factor");
  nccl.ring_simple_latency_factor = r.number("ring_simple_latency_factor");
  nccl.ring_simple_latency_factor_pre_ampere = r.number("ring_simple_latency_factor_pre_ampere");
  nccl.nvls_efficiency = read_array<kNcclGpus>(r, "nvls_efficiency");
}

void read_tables(const Record& root, Nccl& nccl) {
  nccl.base_latency_us = read_section(root, "base_latency_us", read_latencies);
  const Record hops = root.record("hop_latency_us");
  for (std::size_t h = 0; h < nccl.hop_latency_us.size(); ++h)
    nccl.hop_latency_us[h] = read_section(hops, kHopKeys[h], read_latencies);
  hops.done();
  const Record rates = root.record("rates");
  nccl.ll_max = read_section(rates, "ll_max", read_rates);
  nccl.ring_ll128_channel = read_section(rates, "ring_ll128_channel", read_rates);
  nccl.tree_ll128_channel = read_section(rates, "tree_ll128_channel", read_rates);
  nccl.tree_channel = read_section(rates, "tree_channel", read_rates);
  nccl.nvls_tree_channel = read_section(rates, "nvls_tree_channel", read_rates);
  rates.done();
  const Record correction = root.record("tree_correction");
  for (std::size_t p = 0; p < nccl.tree_correction.size(); ++p)
    nccl.tree_correction[p] = correction.numbers(kProtocolKeys[p]);
  correction.done();
}

Nccl load() {
  const Document file("nccl.toml");
  const Record root = file.root();
  Nccl nccl;
  const Record scalars = root.record("nccl");
  read_scalars(scalars, nccl);
  scalars.done();
  read_tables(root, nccl);
  nccl.nvlink = file.table<NcclLinkRate>("nvlink", [](const Record& r) {
    return NcclLinkRate{r.integer("sm"), r.number("GBps")};
  });
  nccl.speeds = file.table<NcclSpeeds>("speeds", [](const Record& r) {
    return NcclSpeeds{r.text("name"), r.numbers("GBps")};
  });
  return nccl;
}

}  // namespace

double Nccl::nvlink_GBps(int sm) const {
  double rate = 0;
  for (const NcclLinkRate& row : nvlink)
    if (sm >= row.sm) rate = row.GBps;
  return rate;
}

const std::vector<double>& Nccl::speeds_named(std::string_view name) const {
  const auto found = std::ranges::find(speeds, name, &NcclSpeeds::name);
  WEFT_ASSERT(found != speeds.end(), "NCCL's search arrays are known by name");
  return found->GBps;
}

const Nccl& nccl() {
  static const Nccl all = load();
  return all;
}

NcclGpu nccl_gpu(int sm) {
  if (sm >= 100) return NcclGpu::blackwell;
  if (sm >= 90) return NcclGpu::hopper;
  return sm >= 80 ? NcclGpu::ampere : NcclGpu::volta;
}

}  // namespace weft::facts
