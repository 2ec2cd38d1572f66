#include "weft/collective/nccl_tuner.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace weft::collective {
namespace {

using facts::Nccl;
using facts::NcclAlgorithm;
using facts::NcclProtocol;
using schedule::Collective;

template <class Enum>
std::size_t at(Enum value) {
  return static_cast<std::size_t>(value);
}

bool is_all_reduce(const NcclCase& c) { return c.collective == Collective::all_reduce; }

bool is_one_way(const NcclCase& c) {
  return c.collective == Collective::all_gather || c.collective == Collective::reduce_scatter;
}

double per_node(const NcclCase& c) { return static_cast<double>(c.ranks) / c.nodes; }

double steps(const NcclCase& c) {
  if (is_all_reduce(c)) return 2.0 * (c.ranks - 1);
  return is_one_way(c) ? c.ranks - 1.0 : c.ranks;
}

std::size_t node_row(const NcclCase& c) { return c.nodes == 1 ? 0 : c.nodes == 2 ? 1 : 2; }

double ll_most(const Nccl& nccl, const NcclCase& c) {
  if (c.nodes == 1) return nccl.ll_max[at(c.gpu)][0];
  return nccl.ll_max[c.amd_host ? 1 : 0][node_row(c)];
}

// Rate on the wire of all channels, before what the algorithm makes of it.
double wire_rate(const Nccl& nccl, const NcclCase& c) {
  const double channels = c.channels;
  double each = c.nodes <= 2 ? c.inside_GBps : c.network_GBps;
  if (c.algorithm == NcclAlgorithm::nvls || c.algorithm == NcclAlgorithm::nvls_tree) {
    const bool is_tree = c.algorithm == NcclAlgorithm::nvls_tree;
    double inside = c.inside_GBps * nccl.nvls_efficiency[at(c.gpu)] * (channels - 1) / channels;
    inside *= is_all_reduce(c) ? 2 : (per_node(c) - 1) / per_node(c);
    const double network = c.network_GBps * (c.nodes <= 2 && is_tree ? 2 : 1);
    each = std::min(inside, network);
    if (is_tree) each = std::min(each, nccl.nvls_tree_channel[at(c.gpu)][node_row(c)]);
  }
  return channels * each;
}

double protocol_rate(const Nccl& nccl, const NcclCase& c, double wire) {
  const double channels = c.channels;
  const std::size_t gpu = at(c.gpu);
  const std::size_t row = node_row(c);
  if (c.algorithm == NcclAlgorithm::ring) {
    if (c.protocol == NcclProtocol::ll)
      return std::min(ll_most(nccl, c), wire * nccl.payload_share[at(NcclProtocol::ll)]);
    if (c.protocol == NcclProtocol::ll128)
      return std::min(wire * nccl.ring_ll128_share, channels * nccl.ring_ll128_channel[gpu][row]);
    return wire;
  }
  if (c.algorithm == NcclAlgorithm::pat) return wire * nccl.pat_share;
  if (c.algorithm != NcclAlgorithm::tree || !is_all_reduce(c)) return wire;
  const double tree = std::min(wire * nccl.tree_share, channels * nccl.tree_channel[gpu][row]);
  if (c.protocol == NcclProtocol::ll)
    return std::min(tree / nccl.tree_ll_divisor, ll_most(nccl, c));
  if (c.protocol == NcclProtocol::ll128)
    return std::min(tree * (c.nodes == 1 ? nccl.tree_ll128_one_node : nccl.tree_ll128_nodes),
                    channels * nccl.tree_ll128_channel[gpu][row]);
  return tree;
}

double network_latency_us(const Nccl& nccl, const NcclCase& c) {
  // One rank a node: rings and all else hop as trees do.
  const NcclAlgorithm as = c.ranks == c.nodes ? NcclAlgorithm::tree : c.algorithm;
  return nccl.hop_latency_us[at(facts::NcclHop::net)][at(as)][at(c.protocol)];
}

double ring_hops_us(const Nccl& nccl, const NcclCase& c, double inside, double network) {
  double overhead = 0;
  if (c.nodes > 1) {
    overhead = c.amd_host ? nccl.net_overhead_amd_us : nccl.net_overhead_intel_us;
    if (c.protocol == NcclProtocol::simple) overhead *= nccl.net_overhead_simple_factor;
  }
  inside = std::max(inside, overhead);
  if (!is_all_reduce(c) && !is_one_way(c)) return c.nodes > 1 ? network : inside;
  const double crossings = c.nodes == 1 ? 0 : (is_all_reduce(c) ? 2.0 : 1.0) * (c.nodes - 1);
  return (steps(c) - crossings) * inside + crossings * network;
}

}  // namespace

double nccl_rate_GBps(const NcclCase& c) {
  const Nccl& nccl = facts::nccl();
  const double rate = protocol_rate(nccl, c, wire_rate(nccl, c));
  const bool is_ring = c.algorithm == NcclAlgorithm::ring || c.algorithm == NcclAlgorithm::nvls ||
                       c.algorithm == NcclAlgorithm::nvls_tree;
  if (is_ring) return rate * c.ranks / steps(c);
  return is_one_way(c) ? rate : rate * 0.5;
}

double nccl_latency_us(const NcclCase& c) {
  const Nccl& nccl = facts::nccl();
  const std::size_t algorithm = at(c.algorithm);
  const std::size_t protocol = at(c.protocol);
  const auto hop = c.over_pci ? facts::NcclHop::pci : facts::NcclHop::nvlink;
  const double base = nccl.base_latency_us[algorithm][protocol];
  const double inside = nccl.hop_latency_us[at(hop)][algorithm][protocol];
  const double network = network_latency_us(nccl, c);
  const double levels = std::log2(c.nodes);
  switch (c.algorithm) {
    case NcclAlgorithm::ring:
      return base + ring_hops_us(nccl, c, inside, network);
    case NcclAlgorithm::tree:
      return base + 2 * ((per_node(c) - 1) * inside + levels * network);
    case NcclAlgorithm::nvls:
      return base + inside + (c.nodes > 1 ? network : 0);
    case NcclAlgorithm::nvls_tree:
      return base + inside + 2 * levels * network;
    case NcclAlgorithm::pat:
      return base + levels * network / 3.5 + 2.8 * c.nodes;
    case NcclAlgorithm::collnet_direct:
      return base + 2 * (std::min(1.0, per_node(c) - 1) * inside + (per_node(c) - 1) * 0.4) +
             network;
    case NcclAlgorithm::collnet_chain:
      break;
  }
  return base + 2 * (per_node(c) - 1) * inside + network;
}

double nccl_pci_GBps(double GTps, int lanes) {
  constexpr double kGen3 = 8;
  const double line_code = GTps < kGen3 ? 0.8 : 1;  // 8b/10b before; that of Gen3 is not counted
  return facts::nccl().pci_gen3_x16_GBps * GTps / kGen3 * line_code * lanes / 16;
}

double nccl_tree_correction(NcclProtocol protocol, Bytes size) {
  const auto& table = facts::nccl().tree_correction[at(protocol)];
  const auto units = static_cast<std::uint64_t>(size.value()) >> 6U;
  if (units == 0) return table.front();
  const auto power = static_cast<std::size_t>(std::bit_width(units)) - 1;
  return power < table.size() ? table[power] : 1;
}

double nccl_time_us(const NcclCase& c, Bytes size) {
  const Nccl& nccl = facts::nccl();
  double rate = nccl_rate_GBps(c);
  double latency = nccl_latency_us(c);
  if (c.algorithm == NcclAlgorithm::tree && is_all_reduce(c))
    rate *= nccl_tree_correction(c.protocol, size);
  constexpr double kFew = 64;  // bytes of a channel and rank
  if (c.algorithm == NcclAlgorithm::ring && c.protocol == NcclProtocol::simple &&
      is_all_reduce(c) && c.nodes > 1 && size.value() / (c.channels * c.ranks) >= kFew)
    latency *= c.gpu >= facts::NcclGpu::ampere ? nccl.ring_simple_latency_factor
                                               : nccl.ring_simple_latency_factor_pre_ampere;
  return latency + size.value() / (1000 * rate);
}

}  // namespace weft::collective
