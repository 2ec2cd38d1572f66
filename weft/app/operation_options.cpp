// The options of operations in the order of help. To add one, give it a row here and name its key
// with the operations that heed it (operation.cpp).
#include "weft/app/operation.hpp"

namespace weft::app {

const std::vector<OperationOption>& operation_options() {
  static const std::vector<OperationOption> all = {
      {"engine", "--engine", "ce|sm|sdma", "Who copies: a copy engine, a kernel, AMD's engines"},
      {"duplex", "--duplex", "one_direction|per_direction|sum",
       "A copy the other way at the same time: not, and the rate of one, or of both together"},
      {"numa", "--numa", "local|remote|other_half|interleaved",
       "Which memory: of the own socket, another one, another part of it, or in turns"},
      {"link", "--link", "pcie|nvlink|xgmi|c2c", "Over such links, even where others are faster"},
      {"links", "--links", "N", "Between two GPUs that so many links join"},
      {"hops", "--hops", "N", "Over so many links of the fabric: 2 goes through a third GPU"},
      {"gpu_pair", "--gpu-pair", "same_group|other_group", "Below one tree of switches or not"},
      {"transport", "--transport", "pcie_p2p|shm|host_staged",
       "Directly over PCIe or through host memory; of RDMA, gdr or host_staged"},
      {"verb", "--verb", "write|read", "Pushed by the sender or fetched by the receiver"},
      {"hw.pcie", "--pcie", "pcie3x8", "The link of a device that the topology does not have"},
      {"device", "--device", "nfp6000|netfpga|generic", "Whose DMA engine it is"},
      {"mps", "--mps", "SIZE", "Largest payload of a PCIe packet, 256"},
      {"mrrs", "--mrrs", "SIZE", "Largest PCIe read request, 512"},
      {"cache", "--cache", "warm|cold", "Where the device finds the data: in the cache or not"},
      {"iommu", "--iommu", "on|off", "Whether an IOMMU translates the device's addresses"},
      {"window", "--window", "SIZE", "Memory that is touched in turns, or bytes under way"},
      {"latency_kind", "--latency-kind", "half_round_trip|round_trip", "What a latency is"},
      {"nps", "--nps", "N", "Parts of a socket, each with its own controllers (NPS, SNC)"},
      {"cod", "--cod", "", "Cluster-on-die: two parts of a socket"},
      {"kernel", "--kernel", "read|copy|scale|add|triad|rw11|rw21|rw31|write",
       "The streaming kernel"},
      {"sockets", "--sockets", "N", "Sockets whose cores are busy"},
      {"mtu", "--mtu", "BYTES", "Payload of a packet of RDMA, or the IP MTU of TCP"},
      {"qps", "--qps", "N", "Queue pairs that are busy"},
      {"inline_max", "--inline-max", "SIZE", "Messages up to this are in their request, 220"},
      {"switch_hops", "--switch-hops", "N", "Switches between the two hosts, 1"},
      {"loopback", "--loopback", "", "From the NIC to itself"},
      {"gdr", "--gdr", "", "GPUDirect RDMA: from and to the memory of GPUs"},
      {"gpu_nic", "--gpu-nic", "PIX|PXB|PHB|NODE|SYS", "How far the GPU is from the NIC"},
      {"nic_pcie", "--nic-pcie", "pcie5x4", "The NIC's link, where the topology has another one"},
      {"mpi", "--mpi", "", "By MPI, one process a host"},
      {"streams", "--streams", "N", "Streams of TCP"},
      {"zerocopy", "--zerocopy", "", "MSG_ZEROCOPY: the sender copies nothing"},
      {"cores", "--cores", "N", "Cores that are busy; all otherwise"},
  };
  return all;
}

}  // namespace weft::app
