#include "weft/facts/classes.hpp"

#include "weft/facts/reader.hpp"

namespace weft::facts {
namespace {

PcieClass read_pcie(const Record& r) {
  return {.control_traffic = r.figure("control_traffic"),
          .acknowledgement_bytes = r.figure("acknowledgement_bytes"),
          .weak_host_both_ways = r.figure("weak_host_both_ways"),
          .kernel_read_bytes = r.figure("kernel_read_bytes"),
          .packet_framing_bytes = r.figure("packet_framing_bytes"),
          .completion_header_bytes = r.figure("completion_header_bytes"),
          .flit_bytes = r.figure("flit_bytes"),
          .flit_payload_bytes = r.figure("flit_payload_bytes")};
}

LatencyClass read_latency(const Record& r) {
  return {.pcie_link_ns = r.figure("pcie_link_ns"),
          .pcie_switch_ns = r.figure("pcie_switch_ns"),
          .root_complex_ns = r.figure("root_complex_ns"),
          .nvlink_ns = r.figure("nvlink_ns"),
          .nvswitch_ns = r.figure("nvswitch_ns"),
          .xgmi_ns = r.figure("xgmi_ns"),
          .scale_up_ns = r.figure("scale_up_ns"),
          .c2c_ns = r.figure("c2c_ns"),
          .cxl_ns = r.figure("cxl_ns"),
          .socket_link_ns = r.figure("socket_link_ns"),
          .memory_ns = r.figure("memory_ns"),
          .infiniband_link_ns = r.figure("infiniband_link_ns"),
          .infiniband_switch_ns = r.figure("infiniband_switch_ns"),
          .ethernet_link_ns = r.figure("ethernet_link_ns"),
          .ethernet_switch_ns = r.figure("ethernet_switch_ns"),
          .nic_ns = r.figure("nic_ns"),
          .fibre_ns_per_m = r.figure("fibre_ns_per_m")};
}

CopyClass read_copy(const Record& r) {
  return {.memcpy_issue_us = r.figure("memcpy_issue_us"),
          .kernel_launch_us = r.figure("kernel_launch_us"),
          .graph_launch_us = r.figure("graph_launch_us"),
          .event_sync_us = r.figure("event_sync_us"),
          .p2p_pcie_us = r.figure("p2p_pcie_us"),
          .p2p_nvlink_us = r.figure("p2p_nvlink_us")};
}

PeerClass read_peer(const Record& r) {
  return {.root_complex_nccl_factor = r.figure("root_complex_nccl_factor")};
}

Classes load() {
  const Document file("classes.toml");
  const Record root = file.root();
  Classes all{.pcie = read_section(root, "pcie", read_pcie),
              .latency = read_section(root, "latency", read_latency),
              .copy = read_section(root, "copy", read_copy),
              .p2p = read_section(root, "p2p", read_peer)};
  root.done();
  return all;
}

}  // namespace

const Classes& classes() {
  static const Classes all = load();
  return all;
}

}  // namespace weft::facts
