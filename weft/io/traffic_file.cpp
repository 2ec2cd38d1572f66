#include "weft/io/traffic_file.hpp"

#include "weft/io/traffic_csv.hpp"

#include <numeric>

#include <fmt/format.h>

namespace weft::io {
namespace {

struct TrafficFormat {
  bool (*is)(std::string_view text);
  Expected<TrafficMatrix> (*read)(const std::string& name, std::string_view text);
};

bool is_any(std::string_view) { return true; }

// The last takes what no other knows.
constexpr TrafficFormat kFormats[] = {
    {is_htsim_matrix, read_htsim_matrix},
    {is_goal, read_goal},
    {is_any, read_traffic_csv},
};

// Rows that wait for nobody are done first, and so on; what is left waits in a circle.
Expected<void> check_order(const TrafficMatrix& matrix, const std::string& name) {
  std::vector<std::uint32_t> offset(matrix.rows.size() + 1, 0);
  std::vector<std::uint32_t> waits(matrix.rows.size(), 0);
  for (const auto& [before, after] : matrix.waits) {
    ++offset[before + 1];
    ++waits[after];
  }
  std::partial_sum(offset.begin(), offset.end(), offset.begin());
  std::vector<std::uint32_t> next(offset.begin(), offset.end() - 1);
  std::vector<std::uint32_t> after_of(matrix.waits.size());
  for (const auto& [before, after] : matrix.waits) after_of[next[before]++] = after;
  std::vector<std::uint32_t> ready;
  for (std::uint32_t row = 0; row < waits.size(); ++row)
    if (waits[row] == 0) ready.push_back(row);
  for (std::size_t i = 0; i < ready.size(); ++i)
    for (std::uint32_t k = offset[ready[i]]; k < offset[ready[i] + 1]; ++k)
      if (--waits[after_of[k]] == 0) ready.push_back(after_of[k]);
  if (ready.size() == waits.size()) return {};
  std::uint32_t stuck = 0;
  while (waits[stuck] == 0) ++stuck;
  return fail("TRAFFIC_CYCLE",
              fmt::format("{} steps wait for each other in a circle, so that none of them starts",
                          waits.size() - ready.size()),
              "Let one of them start by itself.", {name, matrix.rows[stuck].line});
}

}  // namespace

Expected<TrafficMatrix> read_traffic(const std::string& name, std::string_view text) {
  for (const TrafficFormat& format : kFormats) {
    if (!format.is(text)) continue;
    auto read = format.read(name, text);
    if (!read) return read;
    if (auto fits = check_order(*read, name); !fits)
      return tl::make_unexpected(std::move(fits.error()));
    return read;
  }
  return TrafficMatrix{};
}

}  // namespace weft::io
