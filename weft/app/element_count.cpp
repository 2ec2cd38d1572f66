#include "weft/app/element_count.hpp"

#include "weft/base/parse.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace weft::app {
namespace {

using schedule::Collective;

constexpr double kFloat = 4;
constexpr double kUnit = 16;  // of a rank's part of a concatenation

// Over how many ranks S is the concatenation.
double parts_of(Collective collective, std::size_t ranks) {
  switch (collective) {
    case Collective::all_gather:
    case Collective::reduce_scatter:
    case Collective::all_to_all:
    case Collective::gather:
    case Collective::scatter:
      return static_cast<double>(ranks);
    default:
      return 1;
  }
}

Bytes smallest(Collective collective, std::size_t ranks) {
  const double parts = parts_of(collective, ranks);
  return Bytes(parts > 1 ? kUnit * parts : kFloat);
}

}  // namespace

std::vector<Bytes> moved_sizes(Collective collective, const std::vector<Bytes>& asked,
                               std::size_t ranks, std::vector<Warning>& warnings) {
  const Bytes step = smallest(collective, ranks);
  std::vector<Bytes> sizes;
  bool is_raised = false;
  Bytes before{0};  // as it was asked for; the same size twice stays so
  for (const Bytes size : asked) {
    const Bytes moved = std::max(step * std::floor(size / step), step);
    is_raised = is_raised || moved > size;
    const bool fell_together = !sizes.empty() && sizes.back() == moved && size != before;
    before = size;
    if (!fell_together) sizes.push_back(moved);
  }
  if (is_raised)
    warnings.push_back(warning(
        "SIZE_RAISED",
        fmt::format("{} on {} ranks moves at least {}; smaller sizes are taken as that",
                    word(collective), ranks, print_size(step)),
        fmt::format("nccl-tests rounds them down to 0 and times a call that moves nothing. Start "
                    "at {:.0f}B.",
                    step.value())));
  return sizes;
}

std::uint64_t element_count(Collective collective, Bytes moved, std::size_t ranks) {
  return static_cast<std::uint64_t>(moved.value() / kFloat / parts_of(collective, ranks));
}

}  // namespace weft::app
