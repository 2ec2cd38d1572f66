// Matrices of devices that command line tools print: `nvidia-smi topo -m`, `rocm-smi --showtopo`
// and those of other vendors (matrix/dialect.cpp lists them), wherever they stand in a paste.
//
// A matrix holds less than a tree of devices: what it leaves open (PCIe speeds, NVSwitches, what
// NVLink hides) is assumed, marked so and listed. Further blocks of the same machine, in the same
// text or in others (`topo -p2p`, `nvlink -s`), are merged in, with conflicts listed.
// Errors: MATRIX_*, GPU_MODEL_CONFLICT. Threads: none. Start reading at read_device_matrix:
// scan → settle → find products → build → merge.
#pragma once

#include "weft/base/error.hpp"
#include "weft/io/topology_file.hpp"

#include <span>
#include <string_view>

namespace weft::io {

// Any of these blocks, also where they do not suffice for a topology.
bool is_device_matrix(std::string_view text);
Expected<TopologyRead> read_device_matrix(const TopologyText& input);

// With further texts about the same machine.
Expected<TopologyRead> read_device_matrix(const TopologyText& input,
                                          std::span<const TopologyText> with);

// Adds what such texts say to a topology of any origin.
Expected<TopologyRead> add_facts(TopologyRead read, std::span<const TopologyText> with);

}  // namespace weft::io
