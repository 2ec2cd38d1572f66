#include "weft/simulate/partition.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>
#include <utility>

namespace weft::simulate {
namespace {

struct Neighbour {
  std::uint32_t vertex;
  std::uint64_t label;
};

// A dirty vertex and what it sees.
struct Seen {
  std::uint32_t old_class;
  std::uint32_t vertex;
  std::uint64_t first;
  std::uint64_t second;

  auto key() const { return std::tuple(old_class, first, second); }
};

class Refiner {
 public:
  explicit Refiner(const ColouredGraph& graph) : class_(graph.colours().size(), 0) {
    list_neighbours(graph);
    std::vector<Seen> all;
    all.reserve(class_.size());
    for (std::uint32_t v = 0; v < class_.size(); ++v) all.push_back({0, v, graph.colours()[v], 0});
    size_.assign(class_.empty() ? 0 : 1, static_cast<std::uint32_t>(class_.size()));
    is_dirty_.assign(class_.size(), 0);
    split(all);
    dirty_.resize(class_.size());
    std::iota(dirty_.begin(), dirty_.end(), 0U);
  }

  std::vector<std::uint32_t> run() {
    std::vector<Seen> seen;
    while (!dirty_.empty()) {
      seen.clear();
      for (const std::uint32_t v : dirty_) {
        is_dirty_[v] = 0;
        // A class of one cannot be split.
        if (size_[class_[v]] > 1) seen.push_back(look(v));
      }
      dirty_.clear();
      split(seen);
    }
    return std::move(class_);
  }

 private:
  void list_neighbours(const ColouredGraph& graph) {
    offset_.assign(class_.size() + 1, 0);
    for (const ColouredGraph::Edge& edge : graph.edges()) {
      ++offset_[edge.a + 1];
      ++offset_[edge.b + 1];
    }
    std::partial_sum(offset_.begin(), offset_.end(), offset_.begin());
    neighbours_.resize(offset_.back());
    std::vector<std::size_t> next(offset_.begin(), offset_.end() - 1);
    for (const ColouredGraph::Edge& edge : graph.edges()) {
      neighbours_[next[edge.a]++] = {edge.b, edge.seen_by_a};
      neighbours_[next[edge.b]++] = {edge.a, edge.seen_by_b};
    }
  }

  // In no order: what is seen is a multiset.
  Seen look(std::uint32_t v) const {
    Seen seen{class_[v], v, 0, 0};
    for (std::size_t i = offset_[v]; i < offset_[v + 1]; ++i) {
      const std::uint64_t one = mixed(neighbours_[i].label, class_[neighbours_[i].vertex]);
      seen.first += one;
      seen.second += mixed(one);
    }
    return seen;
  }

  // Splits classes by what their dirty members see. Those that are not dirty see what all saw
  // before, which no dirty one does: it sees a class that is new.
  void split(std::vector<Seen>& seen) {
    std::sort(seen.begin(), seen.end(),
              [](const Seen& a, const Seen& b) { return a.key() < b.key(); });
    for (std::size_t first = 0; first < seen.size();) {
      std::size_t end = first;
      while (end < seen.size() && seen[end].old_class == seen[first].old_class) ++end;
      split_class(seen, first, end);
      first = end;
    }
    for (const std::uint32_t v : changed_)
      for (std::size_t i = offset_[v]; i < offset_[v + 1]; ++i) {
        const std::uint32_t other = neighbours_[i].vertex;
        if (is_dirty_[other] != 0) continue;
        is_dirty_[other] = 1;
        dirty_.push_back(other);
      }
    changed_.clear();
  }

  void split_class(const std::vector<Seen>& seen, std::size_t first, std::size_t end) {
    const std::uint32_t old = seen[first].old_class;
    groups_.clear();
    for (std::size_t at = first; at < end; ++at)
      if (at == first || seen[at].key() != seen[at - 1].key())
        groups_.emplace_back(at, at + 1);
      else
        groups_.back().second = at + 1;
    // Who is not dirty stays; else the largest group does.
    std::size_t stays = groups_.size();
    if (size_[old] == end - first)
      stays = static_cast<std::size_t>(std::max_element(groups_.begin(), groups_.end(),
                                                        [](const auto& a, const auto& b) {
                                                          return a.second - a.first <
                                                                 b.second - b.first;
                                                        }) -
                                       groups_.begin());
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      if (g == stays) continue;
      const auto fresh = static_cast<std::uint32_t>(size_.size());
      const auto members = static_cast<std::uint32_t>(groups_[g].second - groups_[g].first);
      size_.push_back(members);
      size_[old] -= members;
      for (std::size_t at = groups_[g].first; at < groups_[g].second; ++at) {
        class_[seen[at].vertex] = fresh;
        changed_.push_back(seen[at].vertex);
      }
    }
  }

  std::vector<std::size_t> offset_;  // [vertex], one more at the end
  std::vector<Neighbour> neighbours_;
  std::vector<std::uint32_t> class_;  // [vertex]
  std::vector<std::uint32_t> size_;   // [class]
  std::vector<char> is_dirty_;        // [vertex]
  std::vector<std::uint32_t> dirty_;
  std::vector<std::uint32_t> changed_;
  std::vector<std::pair<std::size_t, std::size_t>> groups_;
};

}  // namespace

std::uint64_t mixed_bits(std::uint64_t seed, double x) {
  return mixed(seed, x == 0 ? 0 : std::bit_cast<std::uint64_t>(x));
}

std::vector<std::uint32_t> equitable_partition(const ColouredGraph& graph) {
  return Refiner(graph).run();
}

}  // namespace weft::simulate
