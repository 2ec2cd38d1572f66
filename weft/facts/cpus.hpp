// Host processors, matched as topology files name them: vendor, architecture, family and model.
//
// `families` and `models` are decimal and hold both spellings in use: 23 as the kernel reports
// Zen 1/2 and 143 as NCCL writes the same (extended family × 16 + 15). Rates are per direction and
// socket. Data: weft/facts/data/cpus.toml. Threads: immutable.
#pragma once

#include "weft/base/units.hpp"
#include "weft/facts/evidence.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace weft::facts {

struct ModelRange {
  int first = 0;
  int last = 0;
};

struct Cpu {
  std::string name;                // "rome"
  std::string pretty;              // "AMD EPYC 7002 (Rome)"
  std::string vendor;              // "GenuineIntel" "AuthenticAMD"; empty: any
  std::vector<std::string> archs;  // "x86_64" "arm64" "ppc64"; empty: any
  std::vector<int> families;       // empty: any, the fallback of a vendor
  std::vector<ModelRange> models;  // empty: any
  bool fallback = false;           // stands for models that are not known

  std::string socket_link;   // a name of cpu_links() in lines.hpp; empty: single socket or unknown
  int socket_links = 0;      // between two sockets
  int most_sockets = 0;      // of a server; 0: two or more
  int nodes_per_socket = 0;  // NUMA nodes, where they do not depend on a setting; 0: they do
  // Of an SMP server: the bus to the one memory (a name of buses.hpp, empty: memory is the
  // socket's own), how many sockets share one, and how many a server usually has.
  std::string front_side_bus;
  int bus_sockets = 0;
  int bus_usual_sockets = 0;
  std::string memory;  // a name of memory_kinds() in lines.hpp
  int memory_MTps = 0;
  int memory_channels = 0;
  Bandwidth memory_peak{0};  // channels × MT/s × bytes
  double memory_stream = 1;  // part of the peak that streaming access reaches
  int pcie_gen = 0;
  int pcie_lanes = 0;

  // Peer traffic between devices below different root ports of this CPU.
  Bytes p2p_payload{0};           // forwarded in pieces of this size; 0: packets stay whole
  Bandwidth root_port_cap{0};     // one root port into the fabric of the CPU; 0: no known limit
  Bandwidth gpu_nic_p2p_cap{0};   // between a GPU and a NIC; 0: no known limit
  Bandwidth nccl_intersocket{0};  // what NCCL takes for peer traffic across sockets
  bool nccl_p2p_charge = false;   // NCCL charges peer traffic through the root complex 6/5
  Evidence evidence;
};

const std::vector<Cpu>& cpus();
class Record;
Cpu read_cpu(const Record& record);  // one entry

// The first that matches; a fallback of the vendor or the architecture where the model is not
// known, so there is always an answer. Pass 0 for a family or model that is not known.
const Cpu& find_cpu(std::string_view vendor, std::string_view arch, int family, int model);
// By `name`; null where unknown.
const Cpu* find_cpu(std::string_view name);

// 143 → 23, 175 → 25, 191 → 26 for AMD: NCCL's family number as the kernel's.
int kernel_family(int family);

}  // namespace weft::facts
