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
      : arcs_(arcs), left_(wanted), budget_(budget), out_(arcs.size(), 0), in_(arcs.size(), 0) {
    for (std::size_t a = 0; a < arcs.size(); ++a)
      for (std::size_t b = 0; b < arcs.size(); ++b) {
        out_[a] += arcs[a][b];
        in_[b] += arcs[a][b];
      }
  }

  // Restarts with another order of neighbours escape from bad first choices.
  std::optional<std::vector<Cycle>> run() {
    for (std::uint64_t per_try = 2000; budget_ > 0; per_try *= 2) {
      tries_left_ = std::min(per_try, budget_);
      const std::uint64_t given = tries_left_;
      visited_.assign(arcs_.size(), false);
      path_.assign(1, 0);
      visited_[0] = true;
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
    std::vector<std::uint32_t> next;
    for (std::uint32_t node = 0; node < arcs_.size(); ++node)
      if (!visited_[node] && arcs_[here][node] > 0) next.push_back(node);
    shuffler_.shuffle(next);
    // Where fewer arcs lead to a node, it has fewer other chances.
    std::stable_sort(next.begin(), next.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return in_[a] < in_[b]; });
    for (const std::uint32_t node : next) {
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
