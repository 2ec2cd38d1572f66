// A server from records of what it holds: NUMA nodes and, below each, its tree of PCI functions.
//
// What lspci, hwloc and a live machine tell comes in as functions and bridges, as the PCI bus shows
// them; the graph has what bytes meet: a switch is one component (its upstream port), root ports
// and downstream ports are the upper ends of links, functions of one card share its link.
// Rates: GT/s of one lane. Doubts are returned as remarks, for the reader to list with its file.
// Errors: LINK_INVALID. Start reading at add_machine in machine.cpp.
#pragma once

#include "weft/base/error.hpp"
#include "weft/topology/builder.hpp"
#include "weft/topology/host.hpp"
#include "weft/topology/pci_function.hpp"

#include <map>
#include <string>
#include <vector>

namespace weft::topology {

struct MachineNode {
  HostNuma numa;
  Attributes socket;  // kept on its socket's component: cores, caches, name
  std::vector<PciFunction> devices;
};

struct Machine {
  std::vector<MachineNode> nodes;
  int sockets = 0;  // in all, where some have no memory node of their own
};

struct MachineRemark {
  std::string code;
  std::string message;
  std::string device;
  int line = 0;
  std::string hint;
};

struct PlacedMachine {
  std::vector<ComponentId> numa;               // one per node
  std::map<std::string, ComponentId> devices;  // by bus id
  std::vector<MachineRemark> remarks;
};

// GPUs are numbered by bus id over the whole machine, as drivers do.
Expected<PlacedMachine> add_machine(Builder& builder, const Machine& machine, Place place);

}  // namespace weft::topology
