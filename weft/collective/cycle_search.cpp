#include "weft/collective/cycle_search.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace weft::collective {
namespace {

// Sums in another order differ by rounding; costs this close are equal.
constexpr double kEqual = 1e-9;

bool less(const CycleCost& a, const CycleCost& b) {
  if (a.fullest < b.fullest * (1 - kEqual)) return true;
  return a.fullest <= b.fullest * (1 + kEqual) && a.total < b.total * (1 - kEqual);
}

class Search {
 public:
  Search(const CycleProblem& problem, std::vector<std::uint32_t> first, std::uint64_t budget)
      : problem_(problem),
        budget_(budget),
        best_(std::move(first)),
        best_cost_(cost_of(problem, best_)),
        load_(problem.resources, 0),
        visited_(problem.nodes, false) {
    // No way to finish can cost less than the lightest hop for each hop that is left.
    lightest_ = std::numeric_limits<double>::infinity();
    for (std::size_t a = 0; a < problem.nodes; ++a)
      for (std::size_t b = 0; b < problem.nodes; ++b)
        if (a != b) lightest_ = std::min(lightest_, total(problem.hop(a, b)));
  }

  std::vector<std::uint32_t> run() {
    path_ = {0};
    visited_[0] = true;
    extend({});
    return best_;
  }

 private:
  using Undo = std::vector<std::pair<std::uint32_t, double>>;

  static double total(const std::vector<HopLoad>& hop) {
    double sum = 0;
    for (const HopLoad& h : hop) sum += h.load;
    return sum;
  }

  CycleCost add(const std::vector<HopLoad>& hop, CycleCost cost, Undo& undo) {
    for (const HopLoad& h : hop) {
      undo.emplace_back(h.resource, load_[h.resource]);
      load_[h.resource] += h.load;
      cost.fullest = std::max(cost.fullest, load_[h.resource]);
      cost.total += h.load;
    }
    return cost;
  }

  void take_back(const Undo& undo) {
    for (auto entry = undo.rbegin(); entry != undo.rend(); ++entry)
      load_[entry->first] = entry->second;
  }

  void extend(CycleCost cost) {
    if (budget_ == 0) return;
    --budget_;
    const std::uint32_t here = path_.back();
    if (path_.size() == problem_.nodes) {
      Undo undo;
      const CycleCost whole = add(problem_.hop(here, 0), cost, undo);
      if (less(whole, best_cost_)) {
        best_ = path_;
        best_cost_ = whole;
      }
      take_back(undo);
      return;
    }
    struct Next {
      CycleCost cost;
      std::uint32_t node;
    };
    std::vector<Next> next;
    for (std::uint32_t node = 0; node < problem_.nodes; ++node) {
      if (visited_[node]) continue;
      Undo undo;
      const CycleCost with = add(problem_.hop(here, node), cost, undo);
      take_back(undo);
      if (may_win(with)) next.push_back({with, node});
    }
    std::stable_sort(next.begin(), next.end(),
                     [](const Next& a, const Next& b) { return less(a.cost, b.cost); });
    for (const Next& choice : next) {
      if (!may_win(choice.cost)) continue;
      Undo undo;
      add(problem_.hop(here, choice.node), cost, undo);
      visited_[choice.node] = true;
      path_.push_back(choice.node);
      extend(choice.cost);
      path_.pop_back();
      visited_[choice.node] = false;
      take_back(undo);
    }
  }

  // `cost` is that of the path so far plus one hop.
  bool may_win(CycleCost cost) const {
    cost.total += lightest_ * static_cast<double>(problem_.nodes - path_.size());
    return less(cost, best_cost_);
  }

  const CycleProblem& problem_;
  std::uint64_t budget_;
  std::vector<std::uint32_t> best_;
  CycleCost best_cost_;
  double lightest_ = 0;
  std::vector<double> load_;
  std::vector<bool> visited_;
  std::vector<std::uint32_t> path_;
};

}  // namespace

CycleCost cost_of(const CycleProblem& problem, const std::vector<std::uint32_t>& cycle) {
  std::vector<double> load(problem.resources, 0);
  CycleCost cost;
  for (std::size_t i = 0; i < cycle.size(); ++i)
    for (const HopLoad& h : problem.hop(cycle[i], cycle[(i + 1) % cycle.size()])) {
      load[h.resource] += h.load;
      cost.total += h.load;
    }
  for (const double l : load) cost.fullest = std::max(cost.fullest, l);
  return cost;
}

std::vector<std::uint32_t> best_cycle(const CycleProblem& problem, std::vector<std::uint32_t> first,
                                      std::uint64_t budget) {
  if (problem.nodes < 3) return first;
  return Search(problem, std::move(first), budget).run();
}

}  // namespace weft::collective
