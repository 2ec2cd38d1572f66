// What the host of an accelerator usually is, for inputs that do not name their CPU: that of a
// known server with the product, else of servers of its PCI Express generation. Data:
// weft/facts/data/hosts.toml and servers*.toml. Threads: immutable.
#pragma once

#include "weft/facts/cpus.hpp"
#include "weft/facts/gpus.hpp"

#include <string>

namespace weft::facts {

struct TypicalHost {
  Cpu cpu;
  std::string like;  // "NVIDIA DGX H100", or the source of the class
};

// For `count` of `gpu` in a server; null where the product is not known.
TypicalHost typical_host(const Gpu* gpu, int count, int pcie_gen);

// "2 sockets of AMD EPYC 7742 (Rome), each with ddr4 3200 MT/s x8, joined by xgmi2 x4, as in …".
std::string describe(const TypicalHost& host);

}  // namespace weft::facts
