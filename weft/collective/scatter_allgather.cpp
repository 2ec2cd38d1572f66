#include "weft/collective/scatter_allgather.hpp"

#include "weft/collective/binomial.hpp"
#include "weft/collective/ring.hpp"

#include <array>

namespace weft::collective {
namespace {

void fill(Schedule& s, const Shape& shape) {
  s.buffers = {{"data", shape.ranks, 1.0}};
  s.phases = binomial_scatter_phases(shape.ranks, shape.root);
  s.phases.push_back(ring_all_gather_phase(shape.ranks));
}

std::uint64_t steps(Collective, const Shape& shape) {
  return ceil_log2(shape.ranks) + shape.ranks - 1;
}

Bytes most_sent(Collective, const Shape& shape, Bytes size) {
  const double n = shape.ranks;
  return size * (2 * (n - 1) / n);
}

Seconds time(Collective collective, const Shape& shape, Bytes size, const Levels& levels) {
  // The root is among the last to begin the ring, and each of its messages takes a step.
  const AlphaBeta& net = outermost(levels);
  return net.alpha * static_cast<double>(steps(collective, shape)) +
         most_sent(collective, shape, size) / net.rate;
}

constexpr std::array kCollectives = {Collective::broadcast};

}  // namespace

constinit const Algorithm kScatterAllgather = {
    .name = "scatter_allgather",
    .about = "a binomial scatter, then a ring all-gather (van de Geijn)",
    .formula = "broadcast (log2(n)+n-1)a + 2(n-1)/n S/B",
    .collectives = kCollectives,
    .fill = fill,
    .steps = steps,
    .most_sent = most_sent,
    .time = time,
};

}  // namespace weft::collective
