// `rocm-smi --showtopo` (and hy-smi, of the same family): weights, hops and link types in sections
// of their own, and the NUMA node of each GPU in lines, together as one matrix.
//
// Link type XGMI is a private link. Its hops are 1 however far it goes, while the weight is 15 for
// each link on the way, so a weight above 15 is a way over other GPUs. PCIE is PHB at two hops
// (one CPU socket), unless the NUMA nodes differ, and SYS at three (AMD Instinct MI200 optimisation
// guide, "Hardware verification with ROCm").
#pragma once

#include "weft/io/matrix/records.hpp"

#include <map>
#include <optional>
#include <string>

namespace weft::io::matrix {

enum class RocmSection { none, weight, hops, type, numa };
// "=== Weight between two GPUs ===" and its like; nullopt where the line is no title.
std::optional<RocmSection> rocm_title(std::string_view line);

struct RocmTopology {
  std::optional<Table> weight;
  std::optional<Table> hops;
  std::optional<Table> type;
  std::map<int, std::string> numa;  // by GPU

  bool empty() const { return !weight && !hops && !type && numa.empty(); }
};

Expected<Matrix> rocm_matrix(const RocmTopology& topology, Remarks& remarks);

}  // namespace weft::io::matrix
