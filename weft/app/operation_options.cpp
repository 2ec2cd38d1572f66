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
       "Directly over PCIe or through host memory"},
      {"verb", "--verb", "write|read", "Pushed by the sender or fetched by the receiver"},
      {"nps", "--nps", "N", "Parts of a socket, each with its own controllers (NPS, SNC)"},
      {"cod", "--cod", "", "Cluster-on-die: two parts of a socket"},
      {"kernel", "--kernel", "read|copy|scale|add|triad|rw11|rw21|rw31|write",
       "The streaming kernel"},
      {"sockets", "--sockets", "N", "Sockets whose cores are busy"},
      {"cores", "--cores", "N", "Cores that are busy; all otherwise"},
  };
  return all;
}

}  // namespace weft::app
