// NCCL's own estimate of what a collective takes, with which it chooses: src/graph/tuning.cc.
//
// For following its choices, not for predicting times: 20 to 50 % off is usual. What it takes to
// be there (channels and their rate) is the result of its search of the topology. Times in us,
// rates in GB/s of data. Constants: facts/nccl.hpp.
#pragma once

#include "weft/base/units.hpp"
#include "weft/facts/nccl.hpp"
#include "weft/schedule/collective_kind.hpp"

namespace weft::collective {

struct NcclCase {
  facts::NcclAlgorithm algorithm{};
  facts::NcclProtocol protocol{};
  schedule::Collective collective{};
  facts::NcclGpu gpu{};
  int nodes = 1;
  int ranks = 2;
  int channels = 1;
  double inside_GBps = 0;   // of a channel, in a node
  double network_GBps = 0;  // of a channel, between nodes
  bool over_pci = false;    // hops inside a node
  bool amd_host = false;
};

double nccl_rate_GBps(const NcclCase& nccl);  // of data, for large sizes
double nccl_latency_us(const NcclCase& nccl);
double nccl_time_us(const NcclCase& nccl, Bytes size);

// How NCCL counts a PCIe link of so many GT/s and lanes.
double nccl_pci_GBps(double GTps, int lanes);

// What tree all-reduces keep of that rate at a size.
double nccl_tree_correction(facts::NcclProtocol protocol, Bytes size);

}  // namespace weft::collective
