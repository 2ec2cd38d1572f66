#include "weft/collective/hierarchical.hpp"

#include "weft/base/assert.hpp"
#include "weft/collective/group_phase.hpp"
#include "weft/collective/ring.hpp"

#include <array>
#include <memory>

#include <fmt/format.h>

namespace weft::collective {
namespace {

// Levels that have more than one member, from the inside out.
struct Level {
  Digit digit;
  std::size_t net;  // index into Levels
  const char* name;
};

Rank nodes_of(const Shape& shape) { return shape.ranks / shape.per_node; }
Rank nodes_per_pod(const Shape& shape) {
  return shape.per_pod == 0 ? nodes_of(shape) : shape.per_pod;
}

std::vector<Level> levels_of(const Shape& shape) {
  const Rank per_pod = nodes_per_pod(shape);
  const std::array all = {
      Level{{shape.per_node, 1}, 0, "in nodes"},
      Level{{per_pod, shape.per_node}, 1, "between nodes"},
      Level{{nodes_of(shape) / per_pod, shape.per_node * per_pod}, 2, "between pods"}};
  std::vector<Level> several;
  for (const Level& level : all)
    if (level.digit.size > 1) several.push_back(level);
  return several;
}

std::string unfit(Collective, const Shape& shape) {
  if (shape.per_node < 1 || shape.ranks % shape.per_node != 0)
    return fmt::format("needs nodes of equal size, here are {} ranks in nodes of {}", shape.ranks,
                       shape.per_node);
  if (nodes_of(shape) % nodes_per_pod(shape) != 0)
    return fmt::format("needs pods of equal size, here are {} nodes in pods of {}", nodes_of(shape),
                       shape.per_pod);
  return {};
}

// A schedule for one group of a level, and how its phases become ones for all.
struct Part {
  Level level;
  Schedule small;
  std::uint64_t chunks;  // that a rank answers for when the level begins

  void add_to(Schedule& s, const std::vector<Level>& levels) const {
    const auto scale = static_cast<std::uint32_t>(chunks / small.buffers.front().chunks);
    const std::uint64_t total = s.buffers.front().chunks;
    const auto part_of = [levels, total, last = level.digit.apart](Rank rank) {
      // Each inner level has left the rank with one of as many parts as it has members.
      std::uint64_t first = 0;
      std::uint64_t part = total;
      for (const Level& inner : levels) {
        if (inner.digit.apart >= last) break;
        part /= inner.digit.size;
        first += part * inner.digit.of(rank);
      }
      return first;
    };
    for (const schedule::PhasePtr& phase : small.phases)
      s.phases.push_back(std::make_shared<GroupPhase>(
          fmt::format("{} {}", phase->name(), level.name), phase, level.digit, scale, part_of));
  }
};

Schedule small(const Algorithm& algorithm, Collective collective, const Level& level,
               const Shape& shape) {
  auto built = build(algorithm, collective, {.ranks = level.digit.size, .pieces = shape.pieces});
  WEFT_ASSERT(built.has_value() && built->buffers.size() == 1,
              "algorithms of a hierarchy fit their levels and work in place");
  return std::move(*built);
}

std::uint64_t steps(Collective, const Shape& shape) {
  std::uint64_t total = 0;
  for (const Level& level : levels_of(shape)) total += 2 * (level.digit.size - 1);
  return total;
}

// Calls visit(level, bytes that a rank sends in one direction through it).
template <class Visit>
void for_each_level(const Shape& shape, Bytes size, Visit visit) {
  Bytes part = size;
  for (const Level& level : levels_of(shape)) {
    const double members = level.digit.size;
    visit(level, part * ((members - 1) / members));
    part = part / members;
  }
}

Bytes most_sent(Collective, const Shape& shape, Bytes size) {
  Bytes total{0};
  for_each_level(shape, size, [&](const Level&, Bytes sent) { total += sent * 2; });
  return total;
}

Seconds time(Collective, const Shape& shape, Bytes size, const Levels& levels) {
  Seconds total{0};
  for_each_level(shape, size, [&](const Level& level, Bytes sent) {
    const AlphaBeta& net = levels[level.net];
    total += (net.alpha * (level.digit.size - 1.0) + sent / net.rate) * 2;
  });
  return total;
}

void fill(Schedule& s, const Shape& shape) { fill_hierarchical(s, shape, kRing, kRing); }

std::vector<Shape> variants(const Shape& shape) {
  std::vector<Shape> all;
  for (Rank g = 1; g <= shape.ranks; ++g)
    for (Rank m = 1; shape.ranks % g == 0 && m <= shape.ranks / g; ++m) {
      if (shape.ranks / g % m != 0) continue;
      all.push_back(shape);
      all.back().per_node = g;
      all.back().per_pod = m;
    }
  return all;
}

constexpr std::array kCollectives = {Collective::all_reduce};

}  // namespace

void fill_hierarchical(Schedule& s, const Shape& shape, const Algorithm& inside,
                       const Algorithm& between) {
  const std::vector<Level> levels = levels_of(shape);
  const Schedule last = small(between, Collective::all_reduce, levels.back(), shape);
  // The innermost part of each rank is cut as the last level's schedule cuts it.
  std::uint64_t chunks = last.buffers.front().chunks;
  for (std::size_t i = 0; i + 1 < levels.size(); ++i) chunks *= levels[i].digit.size;
  s.buffers = {{"data", chunks, 1.0}};
  std::vector<Part> gathers;
  for (std::size_t i = 0; i + 1 < levels.size(); ++i) {
    const Level& level = levels[i];
    Part{level, small(inside, Collective::reduce_scatter, level, shape), chunks}.add_to(s, levels);
    gathers.push_back({level, small(inside, Collective::all_gather, level, shape), chunks});
    chunks /= level.digit.size;
  }
  Part{levels.back(), last, chunks}.add_to(s, levels);
  for (auto part = gathers.rbegin(); part != gathers.rend(); ++part) part->add_to(s, levels);
}

constinit const Algorithm kHierarchical = {
    .name = "hierarchical",
    .about = "adds inside nodes, then between them on every rail, then passes back inside",
    .formula = "all_reduce 2(g-1)(a1 + S/(g B1)) + 2(N-1)(a2 + S/(g N B2)) for N nodes of g ranks",
    .collectives = kCollectives,
    .has_levels = true,
    .variants = variants,
    .unfit = unfit,
    .fill = fill,
    .steps = steps,
    .most_sent = most_sent,
    .time = time,
};

}  // namespace weft::collective
