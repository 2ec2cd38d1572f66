// Generations of lines: how fast the wires of each kind of link signal, and how they are coded.
//
// Rates are per lane and direction. Data: weft/facts/data/{pcie,nvlink,xgmi,cpu-links,infiniband,
// ethernet,memory}.toml. Lookups return null for what is not known. Threads: immutable.
#pragma once

#include "weft/facts/evidence.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace weft::facts {

struct LineCode {
  std::string name;  // "128b/130b"
  int num = 1;
  int den = 1;

  double factor() const { return static_cast<double>(num) / den; }
};

class Record;
// The keys `prefix`, `prefix`_num and `prefix`_den of a table entry.
LineCode read_code(const Record& record, std::string_view prefix);

// A key that names a generation of PCIe, or 0 for none at all.
int read_pcie_generation(const Record& record, std::string_view key);

struct PcieGeneration {
  int gen = 0;
  double gtps = 0;  // GT/s; one transfer is one bit per lane
  LineCode code;
  bool flit = false;  // 256-byte flits instead of framed packets
  Evidence evidence;
};

struct NvlinkPackets {
  int flit_bytes = 0;
  int kernel_payload = 0;  // bytes of a packet that a load or store of a warp makes
  int copy_payload = 0;    // bytes of a packet that a copy engine makes
  int header_flits = 0;    // per packet that carries data
  int response_flits = 0;  // per packet, in the opposite direction
  Evidence evidence;
};

struct NvlinkGeneration {
  int gen = 0;             // 0: NVLink-C2C between the dies of a module
  int lanes = 0;           // per link and direction
  double signal_gbps = 0;  // Gb/s of one lane on the wire
  LineCode code;           // signalling above the data rate carries the forward error correction
  double link_GBps = 0;    // data rate of one link and direction, as NVIDIA states it (halved)
  int links_per_gpu = 0;   // of the full-size product
  NvlinkPackets packets;
  Evidence evidence;
};

// GPU to GPU Infinity Fabric.
struct XgmiGeneration {
  std::string arch;                  // "gfx942"
  std::vector<std::string> aliases;  // "mi300x"
  double gtps = 0;
  int lanes = 0;
  double efficiency = 1;  // usable part of the raw rate: protocol and CRC
  double rccl_GBps = 0;   // what RCCL assumes of one link, a cross-check; 0: not listed
  Evidence evidence;
};

// Between sockets: QPI, UPI, xGMI of EPYC.
struct CpuLink {
  std::string name;    // "qpi9.6" "upi16" "xgmi2-18"
  std::string pretty;  // "QPI 9.6 GT/s"
  double gtps = 0;
  int data_bits = 0;  // that carry data in each transfer
  double efficiency = 1;
  Evidence evidence;
};

// A named rate of InfiniBand or Ethernet; all factors multiply to the data rate.
struct NetworkRate {
  std::string name;     // "ndr" "eth400"
  std::string pretty;   // "InfiniBand NDR" "400G Ethernet"
  int lanes = 0;        // of the usual width
  double gbaud = 0;     // symbols per second of one lane, in 1e9
  int symbol_bits = 1;  // NRZ 1, PAM4 2
  LineCode code;
  LineCode fec;     // num / den = 1 / 1 where the code leaves the rate as it is
  double gbps = 0;  // data rate (MAC rate for Ethernet) at `lanes`
  std::vector<std::string> aliases;
  Evidence evidence;
};

struct MemoryKind {
  std::string name;                 // "ddr4"
  int bytes = 0;                    // per transfer of one channel
  double stream = 1;                // part of the peak that STREAM-like access reaches
  std::string unit;                 // what is counted: "channel", "stack"
  std::vector<int> usual;           // MT/s grades that are listed
  std::vector<int> usual_channels;  // counts that are listed
  Evidence evidence;
};

const std::vector<PcieGeneration>& pcie_generations();
const std::vector<NvlinkGeneration>& nvlink_generations();
const NvlinkGeneration& nvlink_c2c();
const std::vector<XgmiGeneration>& xgmi_generations();
const std::vector<CpuLink>& cpu_links();
const std::vector<NetworkRate>& infiniband_rates();
const std::vector<NetworkRate>& ethernet_rates();
const std::vector<MemoryKind>& memory_kinds();

const PcieGeneration* find_pcie(int gen);
const NvlinkGeneration* find_nvlink(int gen);
const XgmiGeneration* find_xgmi(std::string_view arch_or_alias);
const CpuLink* find_cpu_link(std::string_view name);
const NetworkRate* find_infiniband(std::string_view name);
const NetworkRate* find_ethernet(std::string_view name);
const MemoryKind* find_memory(std::string_view name);

}  // namespace weft::facts
