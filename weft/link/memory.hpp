// Memory of a NUMA node or an accelerator: transfers × bytes × channels (stacks of HBM), less what
// streaming access does not reach (STREAM, memory.toml). Reads and writes take turns on them.
#pragma once

#include "weft/base/error.hpp"
#include "weft/link/model.hpp"

#include <string>

namespace weft::link {

Bandwidth memory_peak(double mega_transfers, int bytes, int channels);

// One stream of which the part `local` stays on the node and the rest crosses to another:
// the times add, so the rates mix harmonically.
Bandwidth mixed_access(Bandwidth local_rate, Bandwidth remote_rate, Ratio local);

struct MemoryOptions {
  std::string memory = "ddr5";  // of memory.toml
  int mega_transfers = 4800;    // MT/s
  int channels = 8;             // or stacks
};

// Error LINK_INVALID: unknown memory, or a grade or channel count that cannot be.
Expected<LinkModelPtr> memory_link(const MemoryOptions& options);

}  // namespace weft::link
