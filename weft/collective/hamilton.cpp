#include "weft/collective/hamilton.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

namespace weft::collective {
namespace {

// A small generator of our own, so that a search gives the same rings on every platform.
class Shuffler {
 public:
  void shuffle(std::vector<std::uint32_t>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[next() % i]);
  }

 private:
  std::size_t next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::size_t>(state_ >> 33U);
  }
  std::uint64_t state_ = 1;
};

class Search {
 public:
  Search(const ArcCounts& arcs, std::size_t wanted, std::uint64_t budget)
      : arcs_(arcs),
        left_(wanted),
        budget_(budget),
        out_(arcs.size(), 0),
        in_(arcs.size(), 0),
        priority_(arcs.size()) {
    std::iota(priority_.begin(), priority_.end(), 0U);
    for (std::size_t a = 0; a < arcs.size(); ++a)
      for (std::size_t b = 0; b < arcs.size(); ++b) {
        out_[a] += arcs[a][b];
        in_[b] += arcs[a][b];
      }
  }

  // Restarts with another order of neighbours escape from bad first choices. Cycles are found in
  // the order of their first neighbours, so that no set of cycles is tried in another order.
  std::optional<std::vector<Cycle>> run() {
    for (std::uint64_t per_try = 2000; budget_ > 0; per_try *= 2) {
      tries_left_ = std::min(per_try, budget_);
      const std::uint64_t given = tries_left_;
      visited_.assign(arcs_.size(), false);
      path_.assign(1, 0);
      visited_[0] = true;
      shuffler_.shuffle(priority_);
      const bool found = extend();
      if (found) return cycles_;
      budget_ -= given - tries_left_;
      if (tries_left_ > 0) return std::nullopt;  // everything was tried
    }
    return std::nullopt;
  }

 private:
  bool extend() {
    if (tries_left_ == 0) return false;
    --tries_left_;
    const std::uint32_t here = path_.back();
    if (path_.size() == arcs_.size()) return close(here);
    for (const std::uint32_t node : path_.size() == 1 ? first_steps() : next_steps(here)) {
      take(here, node);
      visited_[node] = true;
      path_.push_back(node);
      if (extend()) return true;
      path_.pop_back();
      visited_[node] = false;
      give_back(here, node);
      if (tries_left_ == 0) return false;
    }
    return false;
  }

  // From node 0: neighbours that do not come before that of the cycle found last, as far as enough
  // arcs are left for the cycles that are still wanted.
  std::vector<std::uint32_t> first_steps() const {
    const std::uint32_t from = cycles_.empty() ? 0 : priority_[cycles_.back()[1]];
    std::vector<std::uint32_t> steps;
    for (std::uint32_t node = 1; node < arcs_.size(); ++node)
      if (arcs_[0][node] > 0 && priority_[node] >= from) steps.push_back(node);
    std::sort(steps.begin(), steps.end(),
              [&](std::uint32_t a, std::uint32_t b) { return priority_[a] < priority_[b]; });
    int left = 0;
    auto last = steps.end();
    while (last != steps.begin() && left < static_cast<int>(left_)) left += arcs_[0][*--last];
    if (left < static_cast<int>(left_)) return {};
    steps.erase(last + 1, steps.end());
    return steps;
  }

  std::vector<std::uint32_t> next_steps(std::uint32_t here) {
    std::vector<std::uint32_t> steps;
    for (std::uint32_t node = 0; node < arcs_.size(); ++node)
      if (!visited_[node] && arcs_[here][node] > 0) steps.push_back(node);
    shuffler_.shuffle(steps);
    // Where fewer arcs lead to a node, it has fewer other chances.
    std::stable_sort(steps.begin(), steps.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return in_[a] < in_[b]; });
    return steps;
  }

  bool close(std::uint32_t last) {
    if (arcs_[last][0] == 0) return false;
    take(last, 0);
    cycles_.push_back(path_);
    --left_;
    if (left_ == 0) return true;
    const Cycle kept = path_;
    const std::vector<bool> seen = visited_;
    bool found = false;
    if (enough_degree()) {
      path_.assign(1, 0);
      visited_.assign(arcs_.size(), false);
      visited_[0] = true;
      found = extend();
    }
    if (found) return true;
    path_ = kept;
    visited_ = seen;
    ++left_;
    cycles_.pop_back();
    give_back(last, 0);
    return false;
  }

  bool enough_degree() const {
    const auto need = static_cast<int>(left_);
    for (std::size_t node = 0; node < arcs_.size(); ++node)
      if (out_[node] < need || in_[node] < need) return false;
    return true;
  }

  void take(std::uint32_t from, std::uint32_t to) {
    --arcs_[from][to];
    --out_[from];
    --in_[to];
  }
  void give_back(std::uint32_t from, std::uint32_t to) {
    ++arcs_[from][to];
    ++out_[from];
    ++in_[to];
  }

  ArcCounts arcs_;
  std::size_t left_;
  std::uint64_t budget_;
  std::uint64_t tries_left_ = 0;
  std::vector<int> out_;
  std::vector<int> in_;
  std::vector<std::uint32_t> priority_;  // of a node as the first after node 0
  std::vector<bool> visited_;
  Cycle path_;
  std::vector<Cycle> cycles_;
  Shuffler shuffler_;
};

int smallest_degree(const ArcCounts& arcs) {
  int least = -1;
  for (std::size_t a = 0; a < arcs.size(); ++a) {
    int out = 0;
    int in = 0;
    for (std::size_t b = 0; b < arcs.size(); ++b) {
      out += arcs[a][b];
      in += arcs[b][a];
    }
    const int degree = std::min(out, in);
    if (least < 0 || degree < least) least = degree;
  }
  return std::max(least, 0);
}

}  // namespace

std::vector<Cycle> disjoint_cycles(const ArcCounts& arcs, std::uint64_t budget) {
  if (arcs.size() < 2) return {};
  for (auto wanted = static_cast<std::size_t>(smallest_degree(arcs)); wanted > 0; --wanted)
    if (auto found = Search(arcs, wanted, budget).run()) return *found;
  return {};
}

}  // namespace weft::collective
