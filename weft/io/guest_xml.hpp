// The topology file of a virtual machine from its host's: NCCL_TOPO_FILE for a guest that sees its
// devices flat.
//
// The guest lists its devices (lspci); the k-th of a product there is the k-th of that product on
// the host, by bus id, as hypervisors hand them through in order. The file has the host's NUMA
// nodes and switches with the guest's bus ids below; NCCL adds the rest from the guest itself.
// Errors: GUEST_NO_DEVICES, GUEST_NOT_ON_HOST. Threads: none.
#pragma once

#include "weft/base/error.hpp"
#include "weft/topology/graph.hpp"
#include "weft/topology/pci_function.hpp"

#include <string>
#include <vector>

namespace weft::io {

struct GuestXml {
  std::string xml;
  std::vector<Warning> warnings;
};

Expected<GuestXml> write_guest_xml(const topology::Topology& host,
                                   const std::vector<topology::PciFunction>& guest);

}  // namespace weft::io
