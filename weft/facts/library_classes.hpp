// What collective libraries reach on a class of fabric, network or launcher: the constants of
// collective/library_time.hpp, each with the rows of data/reference that it was estimated from, so
// that `weft validate --leave-one-out` can estimate it again without a system.
//
// Times in us, shares without unit. Data: weft/facts/data/library-classes.toml. Never of a system.
#pragma once

#include "weft/facts/evidence.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace weft::facts {

enum class LibraryConstant : std::size_t {
  nvlink_share,
  xgmi_share,
  host_share,
  nvlink_fill_us,
  nvlink_fill_most_us,
  host_fill_us,
  nvls_share,
  nvls_wide_share,
  nvls_tree_share,
  tree_share,
  launch_torch_us,
  launch_one_process_us,
  infiniband_hop_us,
  roce_hop_us,
  efa_v1_hop_us,
  efa_v2_hop_us,
  tcp_hop_us,
  infiniband_share,
  roce_share,
  efa_share,
  tcp_share,
  network_fill_us,
  network_fill_most_us,
  staged_share,
  incast_message_us,
  incast_share,
  expert_share,
  nvls_fill_us,
};
inline constexpr std::size_t kLibraryConstants = 28;

using LibraryValues = std::array<double, kLibraryConstants>;

struct LibraryConstantRow {
  std::string name;   // "nvlink_share", as the enumerator
  std::string about;  // what it is
  std::string group;  // "hardware class" "protocol class" "software class"
  double value = 0;
  double least = 0;  // where it is looked for when it is estimated again
  double most = 0;
  std::vector<std::string> rows;  // ids that it was estimated from; empty: stated by the source
  // Where none of its rows may be used: another constant that then stands for it, else a value
  // that no row has a part in.
  std::string instead;
  double prior = 0;
  Evidence evidence;
};

const std::vector<LibraryConstantRow>& library_constants();  // in the order of the enum
const LibraryValues& library_values();

}  // namespace weft::facts
