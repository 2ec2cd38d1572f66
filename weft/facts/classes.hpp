// Constants that belong to a class of hardware or software: control traffic, hop latencies, costs
// of issuing a copy. Never fitted to one system. Data: weft/facts/data/classes.toml.
// Units: as the name says (ns, us, bytes), else a ratio. NCCL's own constants: nccl.hpp.
#pragma once

#include "weft/facts/evidence.hpp"

namespace weft::facts {

struct PcieClass {
  Figure control_traffic;          // part of the post-encoding rate lost beside TLPs, one way
  Figure acknowledgement_bytes;    // DLLPs against each MPS bytes of data; none in flit mode
  Figure weak_host_both_ways;      // both directions together, in units of one, on some hosts
  Figure kernel_read_bytes;        // the largest request of a kernel that reads host memory
  Figure packet_framing_bytes;     // framing, sequence number and LCRC of a TLP
  Figure completion_header_bytes;  // of a completion with data
  Figure flit_bytes;
  Figure flit_payload_bytes;  // TLP bytes of a flit
};

// One traversal each, light load.
struct LatencyClass {
  Figure pcie_link_ns;
  Figure pcie_switch_ns;
  Figure root_complex_ns;
  Figure nvlink_ns;
  Figure nvswitch_ns;
  Figure xgmi_ns;
  Figure scale_up_ns;
  Figure c2c_ns;
  Figure cxl_ns;
  Figure socket_link_ns;
  Figure memory_ns;
  Figure infiniband_link_ns;
  Figure infiniband_switch_ns;
  Figure ethernet_link_ns;
  Figure ethernet_switch_ns;
  Figure nic_ns;
  Figure fibre_ns_per_m;
};

struct CopyClass {
  Figure memcpy_issue_us;
  Figure kernel_launch_us;
  Figure graph_launch_us;
  Figure event_sync_us;
  Figure p2p_pcie_us;
  Figure p2p_nvlink_us;
};

struct PeerClass {
  Figure root_complex_nccl_factor;  // how NCCL charges peer traffic through an Intel root complex
};

struct Classes {
  PcieClass pcie;
  LatencyClass latency;
  CopyClass copy;
  PeerClass p2p;
};

const Classes& classes();

}  // namespace weft::facts
