// What a collective takes when a library runs it: NCCL's or RCCL's algorithms and protocols in
// closed form, with constants that belong to classes (facts/library_classes.hpp).
//
// For each algorithm that the library has here (ring, tree, NVLS, NVLSTree, CollNet) and each
// protocol:  latency of its hops + bytes of its busiest stage / rate + filling its pipeline.
// Filling: a pipeline of depth d over pieces that cost a each, cut best, takes 2 sqrt(d a x) longer
// than its bytes' x, and no more than what the largest piece allows. Of all the fastest counts,
// which is what a tuner is after. The simulator plays the same schedules on resources without
// these constants. Errors: ALGORITHM_UNFIT, ALGORITHM_UNKNOWN.
#pragma once

#include "weft/base/error.hpp"
#include "weft/base/units.hpp"
#include "weft/facts/library_classes.hpp"
#include "weft/schedule/collective_kind.hpp"

#include <string>
#include <string_view>

namespace weft::collective {

enum class Fabric { nvlink, xgmi, host };
enum class Stack { none, infiniband, roce, efa_v1, efa_v2, tcp };
enum class Launcher { process_per_gpu, one_process, torch };
enum class InNetwork { automatic, off, nvls, sharp };

const char* to_string(Stack stack);

// The ranks and what joins them.
struct LibraryMachine {
  int nodes = 1;     // domains that a fabric joins
  int per_node = 1;  // ranks in each
  Fabric fabric = Fabric::host;
  Bandwidth ring_rate{0};  // payload of all rings together through a rank
  bool is_staged = false;  // some hop of them goes through host memory (host_staging.hpp)
  int sm = 0;              // compute capability x 10; 0: not NVIDIA's
  Bandwidth nvls_rate{0};  // NCCL's own rate of in-switch reduction; 0: the switches do not reduce
  Stack stack = Stack::none;
  Bandwidth nic_rate{0};  // payload of all NICs of a node, one direction
  bool gpu_direct = true;
  bool amd_host = false;
  bool can_sharp = false;
  Launcher launcher = Launcher::process_per_gpu;
  InNetwork in_network = InNetwork::automatic;

  int ranks() const { return nodes * per_node; }
};

struct LibraryTime {
  Seconds time{0};
  std::string algorithm;  // "ring"
  std::string protocol;   // "Simple"
  std::string limit;      // "NICs of a server at 386 GB/s"
};

// `algorithm`: empty for what the library takes.
Expected<LibraryTime> library_time(const LibraryMachine& machine, schedule::Collective collective,
                                   std::string_view algorithm, Bytes size,
                                   const facts::LibraryValues& values = facts::library_values());

}  // namespace weft::collective
