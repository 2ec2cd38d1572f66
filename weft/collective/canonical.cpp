#include "weft/collective/canonical.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace weft::collective {
namespace {

using schedule::Rank;

constexpr std::size_t kExactUpTo = 16;
constexpr std::size_t kMostNumberings = 50'000;

// Classes of ranks, numbered without gaps in an order that no rank number has a part in.
using Classes = std::vector<std::uint32_t>;

class Numbering {
 public:
  explicit Numbering(const PairKinds& kinds) : kinds_(kinds), n_(kinds.size()) {}

  std::vector<Rank> find(std::optional<Rank> first) {
    Classes classes(n_, 0);
    if (first) {
      std::fill(classes.begin(), classes.end(), 1U);
      classes[*first] = 0;
    }
    descend(refined(std::move(classes)));
    return best_;
  }

 private:
  // Splits classes until all ranks of one see the same pairs towards each class.
  Classes refined(Classes classes) const {
    for (std::size_t before = 0;;) {
      using Seen = std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>;
      std::map<std::pair<std::uint32_t, Seen>, std::vector<std::size_t>> alike;
      for (std::size_t a = 0; a < n_; ++a) {
        Seen seen;
        for (std::size_t b = 0; b < n_; ++b)
          if (a != b) seen.emplace_back(classes[b], kinds_[a][b], kinds_[b][a]);
        std::sort(seen.begin(), seen.end());
        alike[{classes[a], std::move(seen)}].push_back(a);
      }
      std::uint32_t next = 0;
      for (const auto& [key, members] : alike) {
        for (const std::size_t member : members) classes[member] = next;
        ++next;
      }
      if (alike.size() == before) return classes;
      before = alike.size();
    }
  }

  void descend(const Classes& classes) {
    const auto cell = first_cell_of_several(classes);
    if (cell.empty()) return keep_if_least(classes);
    std::vector<std::size_t> tried;
    for (const std::size_t candidate : cell) {
      const bool known = std::any_of(tried.begin(), tried.end(),
                                     [&](std::size_t other) { return can_swap(candidate, other); });
      if (known || (numberings_ > 0 && (n_ > kExactUpTo || numberings_ >= kMostNumberings)))
        continue;
      tried.push_back(candidate);
      descend(refined(set_apart(classes, candidate)));
    }
  }

  std::vector<std::size_t> first_cell_of_several(const Classes& classes) const {
    std::vector<std::vector<std::size_t>> cells(n_);
    for (std::size_t a = 0; a < n_; ++a) cells[classes[a]].push_back(a);
    for (auto& cell : cells)
      if (cell.size() > 1) return std::move(cell);
    return {};
  }

  Classes set_apart(const Classes& classes, std::size_t candidate) const {
    Classes apart = classes;
    for (std::size_t a = 0; a < n_; ++a)
      if (classes[a] > classes[candidate] || (classes[a] == classes[candidate] && a != candidate))
        ++apart[a];
    return apart;
  }

  bool can_swap(std::size_t a, std::size_t b) const {
    if (kinds_[a][b] != kinds_[b][a]) return false;
    for (std::size_t c = 0; c < n_; ++c)
      if (c != a && c != b && (kinds_[a][c] != kinds_[b][c] || kinds_[c][a] != kinds_[c][b]))
        return false;
    return true;
  }

  void keep_if_least(const Classes& classes) {
    ++numberings_;
    std::vector<Rank> order(n_);
    for (std::size_t a = 0; a < n_; ++a) order[classes[a]] = static_cast<Rank>(a);
    std::vector<std::uint32_t> matrix;
    for (const Rank a : order)
      for (const Rank b : order) matrix.push_back(a == b ? 0 : kinds_[a][b]);
    if (!best_.empty() && matrix >= least_) return;
    least_ = std::move(matrix);
    best_ = std::move(order);
  }

  const PairKinds& kinds_;
  std::size_t n_;
  std::size_t numberings_ = 0;
  std::vector<std::uint32_t> least_;
  std::vector<Rank> best_;
};

}  // namespace

std::vector<Rank> canonical_order(const PairKinds& kinds, std::optional<Rank> first) {
  if (kinds.empty()) return {};
  return Numbering(kinds).find(first);
}

Expected<PairKinds> pair_kinds(const route::Router& router, const std::vector<ComponentId>& ranks) {
  // Kilobytes per second: finer differences are rounding.
  constexpr double kStep = 1e3;
  using Kind = std::pair<route::Distance, std::int64_t>;
  std::map<Kind, std::uint32_t> numbers;
  std::vector<std::vector<Kind>> found(ranks.size(), std::vector<Kind>(ranks.size()));
  for (std::size_t a = 0; a < ranks.size(); ++a)
    for (std::size_t b = 0; b < ranks.size(); ++b) {
      if (a == b) continue;
      const auto path = router.path(ranks[a], ranks[b], link::Engine::kernel);
      if (!path) return tl::make_unexpected(path.error());
      const double rate = bandwidth(router.topology(), *path).value();
      found[a][b] = {router.distance(ranks[a], ranks[b]), std::llround(rate / kStep)};
      numbers.try_emplace(found[a][b]);
    }
  std::uint32_t next = 0;
  for (auto& [kind, number] : numbers) number = next++;
  PairKinds kinds(ranks.size(), std::vector<std::uint32_t>(ranks.size(), 0));
  for (std::size_t a = 0; a < ranks.size(); ++a)
    for (std::size_t b = 0; b < ranks.size(); ++b)
      if (a != b) kinds[a][b] = numbers.at(found[a][b]);
  return kinds;
}

}  // namespace weft::collective
