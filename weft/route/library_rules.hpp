// What the communication library of a machine's GPUs allows on the machine's host: NCCL, RCCL and
// their like cut peer-to-peer traffic off at distances that depend on the CPU.
// Source: weft/facts/data/libraries.toml.
#pragma once

#include "weft/route/path.hpp"

#include <string>

namespace weft::route {

struct LibraryRules {
  std::string library;  // "NCCL"
  Distance farthest_p2p = Distance::pxb;
  Distance farthest_gdr = Distance::pxb;
};

LibraryRules library_rules(const Topology& topology);

}  // namespace weft::route
