// Classes of how processors reach their memory: what streaming kernels get of the peak, how long a
// load takes, near and far. Data: weft/facts/data/memory-access.toml. Threads: immutable.
#pragma once

#include "weft/facts/evidence.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace weft::facts {

struct MemoryAccess {
  std::string name;               // "mesh-ddr4"
  std::string pretty;             // "mesh of cores, DDR4"
  std::vector<std::string> cpus;  // names of cpus()
  double read = 1;                // part of the peak that reads reach
  double turnaround = 0;          // part of that lost where all accesses are writes
  double latency_ns = 0;          // idle, own memory of the socket
  double split_ns = 0;            // less, within a part of the socket
  double other_part_ns = 0;       // more, from part to part of a socket
  double lines = 0;               // under way from one core
  std::vector<std::string> rows;  // of published measurements that it is estimated from
  bool alone = false;             // estimated from one system at most
  Evidence evidence;
};

struct StreamKernel {
  std::string name;   // "triad"
  double writes = 0;  // part of the accesses
  Evidence evidence;
};

const std::vector<MemoryAccess>& memory_access_classes();
const MemoryAccess& memory_access_of(std::string_view cpu);  // class "other" where unknown
const std::vector<StreamKernel>& stream_kernels();
const StreamKernel* find_stream_kernel(std::string_view name);
// Part of a memory's peak that copies of devices reach, both ways together.
const Figure& device_memory_share();
// What the other socket's memory costs beside the own one's, by the CPU's vendor.
const Figure& remote_memory_ns(std::string_view vendor);

}  // namespace weft::facts
