#include "weft/io/matrix/settle.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace weft::io::matrix {
namespace {

constexpr std::array kBelowSys = {Nearness::pix, Nearness::pxb, Nearness::phb, Nearness::node};
// Contradictions that are worked around; more show that the matrix is not of one machine.
constexpr int kMostContradictions = 16;

class Groups {
 public:
  explicit Groups(std::size_t size) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  std::size_t of(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  // The lower index leads, so that results do not depend on the order of joining.
  void join(std::size_t a, std::size_t b) {
    const auto [low, high] = std::minmax({of(a), of(b)});  // by value
    parent_[high] = low;
  }

 private:
  std::vector<std::size_t> parent_;
};

bool is_pcie(Nearness nearness) { return nearness >= Nearness::pix && nearness <= Nearness::sys; }

class Settler {
 public:
  Settler(const Matrix& matrix, Remarks& remarks) : matrix_(matrix), remarks_(remarks) {}

  Expected<Settled> run();

 private:
  using Done = Expected<void>;

  Done add_pair(std::size_t a, std::size_t b);
  Relation worse(std::size_t a, std::size_t b);
  Done straighten();
  struct Contradiction {
    std::size_t a, b;              // farther apart …
    std::vector<std::size_t> way;  // … than any step of this way from a to b
  };
  std::optional<Contradiction> contradiction() const;
  std::vector<std::size_t> way(std::size_t from, std::size_t to, Nearness farthest) const;
  std::string describe(const Contradiction& found) const;
  void fill_hidden();
  std::string affinity(std::size_t device) const;

  std::string name(std::size_t i) const { return matrix_.devices[i].label.text; }
  int line_of(std::size_t a, std::size_t b) const {
    return std::max(matrix_.at(a, b).line, matrix_.at(b, a).line);
  }
  Nearness pcie(std::size_t a, std::size_t b) const { return settled_.pcie_between(a, b); }
  void set_pcie(std::size_t a, std::size_t b, Nearness value) {
    settled_.pcie[a * settled_.size + b] = settled_.pcie[b * settled_.size + a] = value;
  }

  const Matrix& matrix_;
  Remarks& remarks_;
  Settled settled_;
};

Expected<Settled> Settler::run() {
  const std::size_t size = matrix_.size();
  settled_.size = size;
  settled_.pcie.assign(size * size, Nearness::unknown);
  settled_.fabric.assign(size * size, {});
  settled_.assumed.assign(size * size, false);
  for (std::size_t a = 0; a < size; ++a) {
    settled_.pcie[a * size + a] = Nearness::self;
    for (std::size_t b = a + 1; b < size; ++b)
      if (const auto done = add_pair(a, b); !done) return tl::make_unexpected(done.error());
  }
  if (const auto done = straighten(); !done) return tl::make_unexpected(done.error());
  fill_hidden();
  return std::move(settled_);
}

Expected<void> Settler::add_pair(std::size_t a, std::size_t b) {
  const bool are_accelerators = b < matrix_.accelerators();
  if (!matrix_.at(a, b).is_given() && !matrix_.at(b, a).is_given() && are_accelerators)
    return remarks_.error(
        "MATRIX_TRUNCATED",
        fmt::format("nothing says what is between {} and {}: both rows are missing", name(a),
                    name(b)),
        "Copy the output of the command whole, with a row for each device.", matrix_.line);
  const Relation relation = worse(a, b);
  const std::size_t size = settled_.size;
  if (relation.nearness == Nearness::fabric)
    settled_.fabric[a * size + b] = settled_.fabric[b * size + a] = relation;
  else
    set_pcie(a, b, relation.nearness);
  if (relation.nearness == Nearness::unknown && relation.fabric.empty())
    remarks_.for_device(
        "MATRIX_CELL_ASSUMED",
        "the matrix does not say what is between two devices; it is taken from their CPUs and from "
        "other devices",
        fmt::format("{} and {}", name(a), name(b)), line_of(a, b),
        "Give the whole output of the command.");
  return {};
}

Relation Settler::worse(std::size_t a, std::size_t b) {
  const Cell& one = matrix_.at(a, b);
  const Cell& two = matrix_.at(b, a);
  const auto knows = [](const Cell& cell) {
    return cell.is_given() && cell.relation.nearness != Nearness::unknown;
  };
  if (!knows(one)) return two.relation;
  if (!knows(two) || one.relation == two.relation) return one.relation;
  const bool first_is_worse = one.relation.nearness != two.relation.nearness
                                  ? one.relation.nearness > two.relation.nearness
                                  : one.relation.links < two.relation.links;
  remarks_.for_device(
      "MATRIX_ASYMMETRIC", "the two cells of a pair differ; the worse one is taken",
      fmt::format("{}-{}: {} in line {}, {} in line {}", name(a), name(b), one.word, one.line,
                  two.word, two.line),
      one.line, "A matrix is symmetric: run the command again, or look for links that are down.");
  return (first_is_worse ? one : two).relation;
}

Expected<void> Settler::straighten() {
  std::string first;
  for (int count = 0;; ++count) {
    const auto found = contradiction();
    if (!found) return {};
    if (first.empty()) first = describe(*found);
    if (count == kMostContradictions)
      return remarks_.error("MATRIX_IMPOSSIBLE",
                            fmt::format("no PCIe tree has these distances: {}, and more of the "
                                        "kind",
                                        first),
                            "Run the command again on one machine, and paste it unchanged.",
                            line_of(found->a, found->b));
    // The worst step of the way is the cell that was too good.
    std::size_t worst = 1;
    for (std::size_t i = 2; i < found->way.size(); ++i)
      if (pcie(found->way[i - 1], found->way[i]) > pcie(found->way[worst - 1], found->way[worst]))
        worst = i;
    const std::size_t x = found->way[worst - 1];
    const std::size_t y = found->way[worst];
    remarks_.for_device("MATRIX_CONTRADICTORY",
                        "distances contradict each other, since PCIe is a tree; the worse one is "
                        "taken",
                        fmt::format("{}; {}-{} is taken as {}", describe(*found), name(x), name(y),
                                    word(pcie(found->a, found->b))),
                        line_of(found->a, found->b),
                        "Run the command again; where it repeats this, check the cells named.");
    set_pcie(x, y, pcie(found->a, found->b));
  }
}

std::optional<Settler::Contradiction> Settler::contradiction() const {
  const std::size_t size = settled_.size;
  Groups joined(size);
  for (const Nearness level : kBelowSys) {
    for (std::size_t a = 0; a < size; ++a)
      for (std::size_t b = a + 1; b < size; ++b)
        if (pcie(a, b) == level) joined.join(a, b);
    for (std::size_t a = 0; a < size; ++a)
      for (std::size_t b = a + 1; b < size; ++b)
        if (is_pcie(pcie(a, b)) && pcie(a, b) > level && joined.of(a) == joined.of(b))
          return Contradiction{a, b, way(a, b, level)};
  }
  return std::nullopt;
}

// A shortest way over cells of at most `farthest`; there is one.
std::vector<std::size_t> Settler::way(std::size_t from, std::size_t to, Nearness farthest) const {
  std::vector<std::size_t> before(settled_.size, settled_.size);
  std::deque<std::size_t> frontier = {from};
  before[from] = from;
  while (before[to] == settled_.size) {
    const std::size_t here = frontier.front();
    frontier.pop_front();
    for (std::size_t next = 0; next < settled_.size; ++next) {
      if (before[next] != settled_.size || !is_pcie(pcie(here, next)) ||
          pcie(here, next) > farthest)
        continue;
      before[next] = here;
      frontier.push_back(next);
    }
  }
  std::vector<std::size_t> way = {to};
  while (way.back() != from) way.push_back(before[way.back()]);
  std::reverse(way.begin(), way.end());
  return way;
}

std::string Settler::describe(const Contradiction& found) const {
  std::string steps;
  for (std::size_t i = 1; i < found.way.size(); ++i)
    steps += fmt::format("{}{}-{} is {}", i > 1 ? " and " : "", name(found.way[i - 1]),
                         name(found.way[i]), word(pcie(found.way[i - 1], found.way[i])));
  return fmt::format("{}-{} is {}, yet {}", name(found.a), name(found.b),
                     word(pcie(found.a, found.b)), steps);
}

std::string Settler::affinity(std::size_t device) const {
  const Device& d = matrix_.devices[device];
  return d.numa.empty() ? d.cpus : d.numa;
}

// Private links hide PCIe. GPUs of the same CPUs are then NODE apart, unless a cell says otherwise
// of any two devices that this would bring together.
void Settler::fill_hidden() {
  const std::size_t size = settled_.size;
  std::vector<std::size_t> unit = groups(settled_, Nearness::node);
  Groups merged(size);
  const auto hidden = [&](std::size_t a, std::size_t b) {
    return pcie(a, b) == Nearness::unknown && affinity(a) == affinity(b) &&
           b < matrix_.accelerators();
  };
  for (std::size_t a = 0; a < size; ++a)
    for (std::size_t b = a + 1; b < size; ++b)
      if (unit[a] == unit[b] || hidden(a, b)) merged.join(a, b);
  std::vector<bool> refused(size, false);
  for (std::size_t a = 0; a < size; ++a)
    for (std::size_t b = a + 1; b < size; ++b)
      if (pcie(a, b) == Nearness::sys && merged.of(a) == merged.of(b)) refused[merged.of(a)] = true;

  for (const Nearness level : kBelowSys) {
    std::vector<std::size_t> group = groups(settled_, level);
    if (level == Nearness::node)
      for (std::size_t i = 0; i < size; ++i)
        if (!refused[merged.of(i)]) group[i] = size + merged.of(i);
    for (std::size_t a = 0; a < size; ++a)
      for (std::size_t b = a + 1; b < size; ++b)
        if (pcie(a, b) == Nearness::unknown && group[a] == group[b]) {
          set_pcie(a, b, level);
          settled_.assumed[a * size + b] = settled_.assumed[b * size + a] = true;
        }
  }
  for (std::size_t a = 0; a < size; ++a)
    for (std::size_t b = a + 1; b < size; ++b)
      if (pcie(a, b) == Nearness::unknown) {
        set_pcie(a, b, Nearness::sys);
        settled_.assumed[a * size + b] = settled_.assumed[b * size + a] = true;
      }
}

}  // namespace

Expected<Settled> settle(const Matrix& matrix, Remarks& remarks) {
  return Settler(matrix, remarks).run();
}

std::vector<std::size_t> groups(const Settled& settled, Nearness farthest) {
  Groups joined(settled.size);
  for (std::size_t a = 0; a < settled.size; ++a)
    for (std::size_t b = a + 1; b < settled.size; ++b)
      if (is_pcie(settled.pcie_between(a, b)) && settled.pcie_between(a, b) <= farthest)
        joined.join(a, b);
  std::vector<std::size_t> group(settled.size);
  for (std::size_t i = 0; i < settled.size; ++i) group[i] = joined.of(i);
  return group;
}

}  // namespace weft::io::matrix
