// Servers: what hangs where inside of one, as their makers or users have published it.
//
// GPUs count from 0 in the order of the server, NUMA nodes likewise, NICs as the operating system
// does (3 is mlx5_3). Devices of a group hang below its switch, or at root ports of its host bridge
// where it has none. Names refer to the other tables: cpus, gpus, boards, nics, PCIe switches.
// Data: weft/facts/data/servers*.toml; what builds them: weft/catalog. Threads: immutable.
#pragma once

#include "weft/facts/evidence.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace weft::facts {

enum class NicRole { compute, storage, management };
const char* to_string(NicRole role);

// NICs of one model and use.
struct ServerNics {
  std::vector<int> numbers;
  std::string model;  // of nics()
  std::string line;   // "ib-ndr" "eth400"; empty: the fastest of the model
  NicRole role = NicRole::compute;
  int ports = 1;
};

struct PcieGroup {
  int node = 0;        // NUMA node; of top groups only
  int bridge = -1;     // groups of one host bridge have the same number; -1: one of its own
  std::string chip;    // of pcie_switches(); empty: no switch
  std::string uplink;  // "pcie4x16"; empty: as the switch and what is above it allow
  std::string link;    // of each device; empty: as the device and what is above it allow
  std::vector<int> gpus;
  std::vector<int> nics;
  std::vector<PcieGroup> below;
};

// GPUs on NVLink-C2C of the CPU of a node.
struct CoherentGpus {
  int node = 0;
  std::vector<int> gpus;
};

// NICs that hang on a GPU instead of the host.
struct GpuNics {
  int gpu = 0;
  std::vector<int> nics;
  std::string link;  // "pcie4x16"; empty: on the chip of the GPU
};

// A board that wires these GPUs, in this order.
struct ServerBoard {
  std::string board;
  std::vector<int> gpus;
};

struct Server {
  std::string name;  // "dgx-h100"
  std::vector<std::string> aliases;
  std::string pretty;
  // A rack: `units` of the server named `unit`, whose GPUs `boards` wires; all below is then that
  // server's.
  std::string unit;
  int units = 1;
  std::string cpu;  // of cpus() or cpu_models()
  int sockets = 1;
  int nodes_per_socket = 1;  // NUMA nodes: NPS, sub-NUMA clusters
  std::string gpu;           // of gpus(); empty without
  int gpus = 0;
  std::vector<ServerBoard> boards;
  std::vector<ServerNics> nics;
  std::vector<PcieGroup> pcie;
  std::vector<CoherentGpus> coherent;
  std::vector<GpuNics> on_gpu;
  double power_watts = 0;  // at most, as the maker states it; 0: not published
  int height_units = 0;
  std::string doubt;  // what is not known for sure
  Evidence evidence;

  int nodes() const { return sockets * nodes_per_socket; }
};

const std::vector<Server>& servers();
class Record;
Server read_server(const Record& record);  // one entry, with all placed that it names

const Server* find_server(std::string_view name);  // or alias; null where unknown

}  // namespace weft::facts
