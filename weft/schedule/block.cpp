#include "weft/schedule/block.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

namespace weft::schedule {
namespace {

// Where chunk number `i` lies, seen from the first.
std::int64_t offset(const Block& block, std::uint32_t i) {
  if (block.run == 0) return i;
  return std::int64_t{i / block.run} * block.stride + i % block.run;
}

}  // namespace

bool exists(const Block& block, std::uint64_t total) {
  if (block.chunks == 0 || block.chunks > total || block.first >= total) return false;
  const std::int64_t run = block.run == 0 ? block.chunks : std::min(block.run, block.chunks);
  if (run < block.chunks && std::abs(std::int64_t{block.stride}) < run) return false;  // overlap
  const std::int64_t end = offset(block, block.chunks - 1);
  const std::int64_t last_start = end - (block.chunks - 1) % run;
  const std::int64_t lowest = std::min<std::int64_t>(0, last_start);
  const std::int64_t highest = std::max(run - 1, end);
  const auto n = static_cast<std::int64_t>(total);
  if (highest - lowest >= n) return false;  // it would come around to where it began
  const auto first = static_cast<std::int64_t>(block.first);
  return block.wraps || (first + lowest >= 0 && first + highest < n);
}

std::uint64_t chunk_at(const Block& block, std::uint32_t i, std::uint64_t total) {
  const auto n = static_cast<std::int64_t>(total);
  const std::int64_t at = static_cast<std::int64_t>(block.first) + offset(block, i);
  return static_cast<std::uint64_t>(block.wraps ? (at % n + n) % n : at);
}

bool same_form(const Block& a, const Block& b) {
  const auto is_one_run = [](const Block& block) {
    return block.run == 0 || block.run >= block.chunks;
  };
  return a.chunks == b.chunks && a.wraps == b.wraps &&
         ((is_one_run(a) && is_one_run(b)) || (a.run == b.run && a.stride == b.stride));
}

std::string missing(const Block& block, const std::string& buffer, std::uint64_t total) {
  if (block.run == 0 && !block.wraps)
    return fmt::format("names chunk {} of '{}', which has {}", block.first + block.chunks - 1,
                       buffer, total);
  return fmt::format(
      "names {} different chunks from chunk {} on, in runs of {} every {}, of '{}', "
      "which has {}",
      block.chunks, block.first, block.run == 0 ? block.chunks : block.run, block.stride, buffer,
      total);
}

}  // namespace weft::schedule
