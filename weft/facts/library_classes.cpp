#include "weft/facts/library_classes.hpp"

#include "weft/facts/reader.hpp"

#include <fmt/format.h>

namespace weft::facts {
namespace {

constexpr std::array<const char*, kLibraryConstants> kNames = {
    "nvlink_share",        "xgmi_share",       "host_share",           "nvlink_fill_us",
    "nvlink_fill_most_us", "host_fill_us",     "nvls_share",           "nvls_wide_share",
    "nvls_tree_share",     "tree_share",       "launch_torch_us",      "launch_one_process_us",
    "infiniband_hop_us",   "roce_hop_us",      "efa_v1_hop_us",        "efa_v2_hop_us",
    "tcp_hop_us",          "infiniband_share", "roce_share",           "efa_share",
    "tcp_share",           "network_fill_us",  "network_fill_most_us", "staged_share",
    "incast_message_us",   "incast_share",     "expert_share",         "nvls_fill_us"};

LibraryConstantRow read_constant(const Record& r) {
  LibraryConstantRow row{.name = r.text("name"),
                         .about = r.text("about"),
                         .group = r.text("class"),
                         .value = r.number("value"),
                         .least = r.number("least"),
                         .most = r.number("most"),
                         .rows = r.texts("rows"),
                         .instead = r.text_or("instead", ""),
                         .prior = r.number_or("prior", 0),
                         .evidence = r.evidence()};
  if (!(row.least <= row.value && row.value <= row.most))
    r.malformed("value is not between least and most");
  if (!row.rows.empty() && row.instead.empty() == (row.prior <= 0))
    r.malformed("a constant from rows has either 'instead' or 'prior'");
  return row;
}

}  // namespace

const std::vector<LibraryConstantRow>& library_constants() {
  static const std::vector<LibraryConstantRow> all = [] {
    const Document file("library-classes.toml");
    auto rows = file.table<LibraryConstantRow>("constant", read_constant);
    WEFT_ASSERT(rows.size() == kLibraryConstants, "one entry for each constant");
    for (std::size_t i = 0; i < rows.size(); ++i)
      WEFT_ASSERT(rows[i].name == kNames[i], "entries stand in the order of the enum");
    return rows;
  }();
  return all;
}

const LibraryValues& library_values() {
  static const LibraryValues values = [] {
    LibraryValues all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = library_constants()[i].value;
    return all;
  }();
  return values;
}

}  // namespace weft::facts
