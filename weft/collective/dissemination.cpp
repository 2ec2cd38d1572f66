#include "weft/collective/dissemination.hpp"

#include "weft/collective/exchange_phase.hpp"

#include <array>

#include <fmt/format.h>

namespace weft::collective {
namespace {

struct Tell {
  Rank ranks = 0;
  Rank distance = 1;

  Exchange operator()(Rank rank) const {
    return {.out = Half{(rank + distance) % ranks, {}},
            .in = Half{(rank + ranks - distance) % ranks, {}}};
  }
};

void fill(Schedule& s, const Shape& shape) {
  s.buffers = {{"heard of", 1, 1.0}};
  for (Rank d = 1; d < shape.ranks; d *= 2)
    s.phases.push_back(
        exchange(fmt::format("distance {}", d), schedule::Op::recv_reduce, Tell{shape.ranks, d}));
}

std::uint64_t steps(Collective, const Shape& shape) { return ceil_log2(shape.ranks); }

Bytes most_sent(Collective, const Shape& shape, Bytes size) {
  return size * ceil_log2(shape.ranks);
}

// Messages may be given bytes, e.g. of a flag.
Seconds time(Collective, const Shape& shape, Bytes size, const Levels& levels) {
  return outermost(levels).message(size) * ceil_log2(shape.ranks);
}

constexpr std::array kCollectives = {Collective::barrier};

}  // namespace

constinit const Algorithm kDissemination = {
    .name = "dissemination",
    .about = "tells ranks 1, 2, 4 … away of all that have come",
    .formula = "barrier log2(n)a",
    .collectives = kCollectives,
    .fill = fill,
    .steps = steps,
    .most_sent = most_sent,
    .time = time,
};

}  // namespace weft::collective
