// Communication libraries by the maker of the GPUs, and how far apart devices may be for them to
// reach each other's memory. Data: weft/facts/data/libraries.toml. Threads: immutable.
#pragma once

#include "weft/facts/evidence.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace weft::facts {

// A host on which a library has another rule for P2P; empty and 0 fit any.
struct LibraryHost {
  std::string cpu_vendor;
  std::string arch;
  int most_gpus = 0;
  std::string p2p;
};

struct Library {
  std::string name;                  // "NCCL"
  std::vector<std::string> vendors;  // as in gpus.hpp
  std::string p2p;                   // "PXB" "SYS": the farthest
  std::string gdr;
  std::vector<LibraryHost> hosts;  // the first that fits counts
  Evidence evidence;
};

const std::vector<Library>& libraries();
// That of a maker's GPUs; the first of all, NCCL, where it is not known.
const Library& library_of(std::string_view vendor);

}  // namespace weft::facts
