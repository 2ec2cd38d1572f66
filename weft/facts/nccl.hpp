// NCCL's own constants: what its tuner adds and divides by when it picks an algorithm and protocol.
//
// Facts about the library, used only to follow its choices, never as rates of hardware.
// Times in us, rates in GB/s (1e9 B/s), sizes in bytes. Indexed by the enums below; generations
// of GPU are volta, ampere, hopper, blackwell, node counts 1, 2 and more.
// Data: weft/facts/data/nccl.toml (NCCL 2.30.7, src/graph/{tuning.cc,topo.h,search.cc}).
#pragma once

#include "weft/facts/evidence.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace weft::facts {

enum class NcclAlgorithm { tree, ring, collnet_direct, collnet_chain, nvls, nvls_tree, pat };
enum class NcclProtocol { ll, ll128, simple };
enum class NcclHop { nvlink, pci, net };
enum class NcclGpu { volta, ampere, hopper, blackwell };

inline constexpr int kNcclAlgorithms = 7;
inline constexpr int kNcclProtocols = 3;
inline constexpr int kNcclHops = 3;
inline constexpr int kNcclGpus = 4;
inline constexpr int kNcclNodes = 3;  // 1 node, 2 nodes, more

template <class T>
using PerProtocol = std::array<T, kNcclProtocols>;
using LatencyTable = std::array<PerProtocol<double>, kNcclAlgorithms>;
using RateTable = std::array<std::array<double, kNcclNodes>, kNcclGpus>;  // [gpu][nodes]

struct NcclLinkRate {
  int sm = 0;       // from this compute capability on
  double GBps = 0;  // of one NVLink and direction
};

struct NcclSpeeds {
  std::string name;          // "intra" "intra-sm90" "inter" …
  std::vector<double> GBps;  // per channel, in the order that the search tries them
};

struct Nccl {
  PerProtocol<double> payload_share{};  // of the bytes on the wire
  PerProtocol<double> buffer_bytes{};   // per channel, default
  int steps = 0;                        // slots of a channel's buffer

  LatencyTable base_latency_us{};
  std::array<LatencyTable, kNcclHops> hop_latency_us{};

  RateTable ll_max{};  // row by GPU on one node; on several by CPU: 1 AMD or mixed, 0 else
  RateTable ring_ll128_channel{};
  RateTable tree_ll128_channel{};
  RateTable tree_channel{};
  RateTable nvls_tree_channel{};
  std::array<double, kNcclGpus> nvls_efficiency{};

  double ring_ll128_share = 0;  // of the bus rate, as all following shares
  double tree_share = 0;
  double tree_ll_divisor = 0;
  double tree_ll128_one_node = 0;
  double tree_ll128_nodes = 0;
  double plain_tree_share = 0;  // the unbalanced tree pattern
  double pat_share = 0;
  double collnet_direct_sm90_share = 0;

  double net_overhead_intel_us = 0;
  double net_overhead_amd_us = 0;
  double net_overhead_simple_factor = 0;
  double ring_simple_latency_factor = 0;  // several nodes, from Ampere on
  double ring_simple_latency_factor_pre_ampere = 0;

  PerProtocol<std::vector<double>> tree_correction{};  // by log2(bytes / 64)
  std::vector<NcclLinkRate> nvlink;                    // by rising sm
  std::vector<NcclSpeeds> speeds;
  double local_GBps = 0;
  double pci_gen3_x16_GBps = 0;
  double net_default_GBps = 0;
  Evidence evidence;

  // Of one NVLink of a GPU with compute capability `sm`; 0 where it has none.
  double nvlink_GBps(int sm) const;
  const std::vector<double>& speeds_named(std::string_view name) const;  // asserts that it exists
};

const Nccl& nccl();

// volta below sm 80, ampere below 90, hopper below 100, blackwell above.
NcclGpu nccl_gpu(int sm);

}  // namespace weft::facts
