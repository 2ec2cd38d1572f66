// The parts that a machine is put together from, each read by a file of its own.
#pragma once

#include "weft/base/error.hpp"
#include "weft/probe/source.hpp"
#include "weft/topology/machine.hpp"

#include <map>
#include <string>
#include <vector>

namespace weft::probe {

using topology::Machine;
using topology::PciFunction;

class Remarks {
 public:
  void add(std::string code, std::string message, std::string hint);
  // Many devices with one remark become one, with the first few named.
  void for_device(const std::string& code, const std::string& message, const std::string& device,
                  const std::string& hint);
  std::vector<Warning> take() &&;

 private:
  struct Remark {
    Warning warning;
    std::vector<std::string> devices;
  };
  std::vector<Remark> remarks_;
};

// NUMA nodes with sockets, memory, distances, cores and caches; at least one.
Machine read_host(Source& source, topology::Attributes& machine);

// All PCI functions by bus id, with their network ports, not yet in a tree; and where each hangs.
struct PciTree {
  std::map<std::string, PciFunction> functions;
  std::map<std::string, std::string> parent;  // bus id → bus id of the bridge; absent at the top
  std::map<std::string, int> numa;
};
PciTree read_pci(Source& source, Remarks& remarks);
// What config space says beyond the identity: port type, MPS, MRRS, relaxed ordering, ACS.
void read_config(const std::string& config, PciFunction& into);

// Network interfaces and RDMA devices become ports of their functions; those without a PCI function
// are returned as functions of their own.
std::vector<PciFunction> read_network(Source& source, PciTree& tree, Remarks& remarks);

// NVLink, xGMI and peer access, as libraries say.
Expected<void> connect_gpus(Source& source, topology::Builder& builder,
                            const topology::PlacedMachine& placed, Remarks& remarks);

}  // namespace weft::probe
