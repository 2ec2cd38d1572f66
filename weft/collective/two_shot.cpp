#include "weft/collective/two_shot.hpp"

#include "weft/collective/direct.hpp"

#include <array>

namespace weft::collective {
namespace {

void fill(Schedule& s, const Shape& shape) {
  s.buffers = {{"data", shape.ranks, 1.0}};
  s.phases = {direct_reduce_scatter_phase(shape.ranks), direct_all_gather_phase(shape.ranks)};
}

std::uint64_t steps(Collective, const Shape&) { return 2; }

Bytes most_sent(Collective, const Shape& shape, Bytes size) {
  const double n = shape.ranks;
  return size * (2 * (n - 1) / n);
}

Seconds time(Collective collective, const Shape& shape, Bytes size, const Levels& levels) {
  return outermost(levels).message(most_sent(collective, shape, size) / 2) * 2;
}

bool needs_full_mesh(Collective) { return true; }

constexpr std::array kCollectives = {Collective::all_reduce};

}  // namespace

constinit const Algorithm kTwoShot = {
    .name = "two_shot",
    .about = "everyone adds one part for all and passes it to all",
    .formula = "all_reduce 2a + 2(n-1)/n S/B",
    .collectives = kCollectives,
    .every_pair = true,
    .needs_full_mesh = needs_full_mesh,
    .fill = fill,
    .steps = steps,
    .most_sent = most_sent,
    .time = time,
};

}  // namespace weft::collective
