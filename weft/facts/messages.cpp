#include "weft/facts/messages.hpp"

#include "weft/facts/reader.hpp"

namespace weft::facts {
namespace {

RdmaMessages read_rdma(const Record& r) {
  return {.queue_gap_ns = r.figure("queue_gap_ns"),
          .fetch_ns = r.figure("fetch_ns"),
          .inline_bytes = r.figure("inline_bytes"),
          .reads_under_way = r.figure("reads_under_way"),
          .gdr_share = r.figure("gdr_share"),
          .fec_link_ns = r.figure("fec_link_ns")};
}

MessageHop read_hop(const Record& r) {
  return {.infiniband_ns = r.figure("infiniband_ns"),
          .infiniband_pam4_ns = r.figure("infiniband_pam4_ns"),
          .ethernet_ns = r.figure("ethernet_ns"),
          .ethernet_pam4_ns = r.figure("ethernet_pam4_ns")};
}

MpiMessages read_mpi(const Record& r) {
  return {.message_ns = r.figure("message_ns"),
          .copy_GBps = r.figure("copy_GBps"),
          .eager_bytes = r.figure("eager_bytes"),
          .rendezvous_ns = r.figure("rendezvous_ns")};
}

TcpMessages read_tcp(const Record& r) {
  return {.receive_cycles = r.figure("receive_cycles"),
          .application_cycles = r.figure("application_cycles"),
          .zerocopy_cycles = r.figure("zerocopy_cycles"),
          .wakeup_us = r.figure("wakeup_us")};
}

}  // namespace

const Messages& messages() {
  static const Messages all = [] {
    const Document file("messages.toml");
    const Record root = file.root();
    Messages read{.rdma = read_section(root, "rdma", read_rdma),
                  .hop = read_section(root, "hop", read_hop),
                  .mpi = read_section(root, "mpi", read_mpi),
                  .tcp = read_section(root, "tcp", read_tcp)};
    root.done();
    return read;
  }();
  return all;
}

}  // namespace weft::facts
