#include "weft/link/two_way.hpp"

#include "weft/base/assert.hpp"

#include <algorithm>
#include <array>

namespace weft::link {
namespace {

// A resource and what a payload byte of each transfer takes of it.
struct Row {
  double capacity = 0;
  double down = 0;
  double up = 0;
};

std::array<Row, 3> rows_of(const LinkModel& link, const Transfer& down, const Transfer& up) {
  const LinkModelPtr other = link.upward();
  const LinkModel& upward = other != nullptr ? *other : link;
  const Load d = link.load(down);
  const Load u = upward.load(up);
  const double both = link.sharing().both_ways * link.capacity().value();
  return {{{link.capacity().value(), d.forward, u.reverse},
           {upward.capacity().value(), d.reverse, u.forward},
           {both, d.forward + d.reverse, u.forward + u.reverse}}};
}

double equal_rate(const std::array<Row, 3>& rows) {
  double rate = kUnlimited.value();
  for (const Row& row : rows) rate = std::min(rate, row.capacity / (row.down + row.up));
  return rate;
}

// Up as fast as its own direction allows beside the requests of what comes down, and down what the
// shared row leaves: both rows are full.
TwoWay up_first(const Row& own, const Row& shared) {
  const double down = (shared.capacity * own.up - own.capacity * shared.up) /
                      (shared.down * own.up - own.down * shared.up);
  const double rate = std::max(0.0, down);
  return {Bandwidth(rate), Bandwidth((own.capacity - own.down * rate) / own.up)};
}

}  // namespace

TwoWay two_way(const LinkModel& link, const Transfer& down, const Transfer& up) {
  const auto rows = rows_of(link, down, up);
  const double equal = equal_rate(rows);
  // What one transfer can still gain while the other stays at the equal rate.
  const auto most = [&](double Row::*own, double Row::*other) {
    double rate = kUnlimited.value();
    for (const Row& row : rows)
      if (row.*own > 0) rate = std::min(rate, (row.capacity - equal * (row.*other)) / (row.*own));
    return std::max(rate, equal);
  };
  const TwoWay fair = {Bandwidth(most(&Row::down, &Row::up)),
                       Bandwidth(most(&Row::up, &Row::down))};
  if (!link.sharing().up_first) return fair;
  const TwoWay favoured = up_first(rows[1], rows[2]);
  return favoured.down < fair.down ? favoured : fair;
}

TwoWay copies_both_ways(const LinkModel& link, Engine engine) {
  return two_way(link, {.engine = engine, .verb = Verb::read},
                 {.engine = engine, .verb = Verb::write});
}

Bandwidth same_both_ways(const LinkModel& link, const Transfer& transfer) {
  return Bandwidth(equal_rate(rows_of(link, transfer, transfer)));
}

Bandwidth fair_share(Bandwidth medium, int devices) {
  WEFT_ASSERT(devices > 0, "a share of a medium is one of at least one device");
  return medium / static_cast<double>(devices);
}

Bandwidth per_device(const LinkModel& link, const Transfer& transfer, int devices) {
  const Bandwidth alone = link.waterfall(transfer).usable();
  return link.sharing().duplex == Duplex::shared ? fair_share(alone, devices) : alone;
}

}  // namespace weft::link
