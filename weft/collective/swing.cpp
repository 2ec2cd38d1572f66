#include "weft/collective/swing.hpp"

#include "weft/collective/exchange_phase.hpp"
#include "weft/collective/recursive_doubling.hpp"

#include <array>

#include <fmt/format.h>

namespace weft::collective {
namespace {

// Everyone swaps everything with a rank `reach` away: even ones ahead, odd ones behind, so that
// pairs agree for odd reaches, which all are.
struct Swap {
  std::int64_t reach = 1;
  std::int64_t ranks = 0;

  Exchange operator()(Rank rank) const {
    const std::int64_t to = static_cast<std::int64_t>(rank) + (rank % 2 == 0 ? reach : -reach);
    const Half half{static_cast<Rank>((to % ranks + ranks) % ranks), {}};
    return {.out = half, .in = half};
  }
};

std::string unfit(Collective, const Shape& shape) { return not_a_power_of_two(shape); }

void fill(Schedule& s, const Shape& shape) {
  s.buffers = {{"data", 1, 1.0}};
  std::int64_t reach = 0;
  std::int64_t power = 1;  // of -2
  for (std::uint64_t step = 0; step < floor_log2(shape.ranks); ++step) {
    reach += power;
    power *= -2;
    s.phases.push_back(exchange(fmt::format("{} away", reach), schedule::Op::recv_reduce,
                                Swap{reach, shape.ranks}));
  }
}

std::uint64_t steps(Collective, const Shape& shape) { return floor_log2(shape.ranks); }

Bytes most_sent(Collective, const Shape& shape, Bytes size) {
  return size * static_cast<double>(floor_log2(shape.ranks));
}

Seconds time(Collective, const Shape& shape, Bytes size, const Levels& levels) {
  return outermost(levels).message(size) * static_cast<double>(floor_log2(shape.ranks));
}

constexpr std::array kCollectives = {Collective::all_reduce};

}  // namespace

constinit const Algorithm kSwing = {
    .name = "swing",
    .about = "as recursive_doubling, but swinging to ranks 1, 1, 3, 5, 11 … ahead and behind",
    .formula = "all_reduce log2(n)(a + S/B)",
    .collectives = kCollectives,
    .unfit = unfit,
    .fill = fill,
    .steps = steps,
    .most_sent = most_sent,
    .time = time,
};

}  // namespace weft::collective
