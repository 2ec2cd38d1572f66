#include "weft/collective/order_search.hpp"

#include <algorithm>
#include <utility>

namespace weft::collective {
namespace {

using schedule::Rank;

constexpr std::size_t kExactUpTo = 8;
constexpr std::size_t kSearchedUpTo = 64;  // beyond, closeness alone decides
constexpr int kMostRounds = 20;
constexpr double kBetter = 1e-9;  // relative: rounding is no reason to swap

struct Message {
  Rank from = 0;
  Rank to = 0;
  double bytes = 0;  // over all iterations, for S = 1
};

struct Load {
  std::uint32_t resource = 0;
  double seconds = 0;  // per payload byte
};

class Search {
 public:
  static Expected<Search> make(const route::Router& router, const std::vector<ComponentId>& ranks,
                               const schedule::Schedule& schedule) {
    Search search(ranks.size(), router.topology().resource_count());
    search.read_phases(schedule);
    std::vector<route::Use> uses;
    for (std::size_t a = 0; a < ranks.size(); ++a)
      for (std::size_t b = 0; b < ranks.size(); ++b) {
        if (a == b) continue;
        uses.clear();
        const auto traffic = router.traffic(ranks[a], ranks[b], link::Engine::kernel, uses);
        if (!traffic) return tl::make_unexpected(traffic.error());
        for (const route::Use& use : uses)
          search.loads_[a * ranks.size() + b].push_back(
              {use.resource.value, use.weight / router.topology().capacity(use.resource).value()});
      }
    return search;
  }

  static bool is_better(const OrderCost& a, const OrderCost& b) {
    if (a.fullest < b.fullest * (1 - kBetter)) return true;
    return a.fullest <= b.fullest * (1 + kBetter) && a.total < b.total * (1 - kBetter);
  }

  OrderCost cost(const std::vector<Rank>& order) {
    OrderCost cost;
    for (const auto& phase : phases_) {
      double fullest = 0;
      for (const Message& message : phase)
        for (const Load& load : loads_[order[message.from] * n_ + order[message.to]]) {
          double& here = full_[load.resource];
          if (here == 0) touched_.push_back(load.resource);
          here += load.seconds * message.bytes;
          fullest = std::max(fullest, here);
          cost.total += load.seconds * message.bytes;
        }
      cost.fullest += fullest;
      for (const std::uint32_t resource : touched_) full_[resource] = 0;
      touched_.clear();
    }
    return cost;
  }

  // Places in `fixed` keep their ranks.
  void try_all(std::vector<Rank>& order, std::size_t fixed) {
    std::vector<Rank> free = order;
    free.erase(free.begin() + static_cast<std::ptrdiff_t>(fixed));
    std::sort(free.begin(), free.end());
    OrderCost best = cost(order);
    std::vector<Rank> next(order.size());
    do {
      for (std::size_t place = 0, i = 0; place < next.size(); ++place)
        next[place] = place == fixed ? order[fixed] : free[i++];
      const OrderCost found = cost(next);
      if (!is_better(found, best)) continue;
      best = found;
      order = next;
    } while (std::next_permutation(free.begin(), free.end()));
  }

  void swap_while_it_helps(std::vector<Rank>& order, std::size_t fixed) {
    OrderCost best = cost(order);
    bool helped = true;
    for (int round = 0; helped && round < kMostRounds; ++round) {
      helped = false;
      for (std::size_t a = 0; a < order.size(); ++a)
        for (std::size_t b = a + 1; b < order.size(); ++b) {
          if (a == fixed || b == fixed) continue;
          std::swap(order[a], order[b]);
          const OrderCost found = cost(order);
          if (is_better(found, best)) {
            best = found;
            helped = true;
          } else {
            std::swap(order[a], order[b]);
          }
        }
    }
  }

 private:
  Search(std::size_t n, std::size_t resources) : n_(n), loads_(n * n), full_(resources, 0) {}

  void read_phases(const schedule::Schedule& schedule) {
    std::vector<schedule::Move> moves;
    for (const schedule::PhasePtr& phase : schedule.phases) {
      auto& messages = phases_.emplace_back();
      for (Rank rank = 0; rank < schedule.ranks; ++rank) {
        moves.clear();
        phase->moves(rank, moves);
        for (const schedule::Move& move : moves)
          if (schedule::sends(move.op))
            messages.push_back({rank, move.receiver(),
                                bytes_of(schedule, move, Bytes(1)).value() *
                                    static_cast<double>(phase->repeat())});
      }
    }
  }

  std::size_t n_;
  std::vector<std::vector<Message>> phases_;
  std::vector<std::vector<Load>> loads_;  // [rank · n + rank]
  std::vector<double> full_;              // [resource], zero between uses
  std::vector<std::uint32_t> touched_;
};

}  // namespace

Expected<OrderCost> order_cost(const route::Router& router, const std::vector<ComponentId>& ranks,
                               const schedule::Schedule& schedule, const std::vector<Rank>& order) {
  auto search = Search::make(router, ranks, schedule);
  if (!search) return tl::make_unexpected(std::move(search.error()));
  return search->cost(order);
}

Expected<std::vector<Rank>> best_order(const route::Router& router,
                                       const std::vector<ComponentId>& ranks,
                                       const schedule::Schedule& schedule,
                                       std::vector<Rank> first) {
  const bool is_rooted = schedule::rooted(schedule.collective);
  if (is_rooted) first = with_root_in_place(std::move(first), schedule.root);
  if (ranks.size() > kSearchedUpTo) return first;
  auto search = Search::make(router, ranks, schedule);
  if (!search) return tl::make_unexpected(std::move(search.error()));
  const std::size_t fixed = is_rooted ? schedule.root : ranks.size();
  if (ranks.size() > kExactUpTo) {
    search->swap_while_it_helps(first, fixed);
  } else if (is_rooted) {
    search->try_all(first, fixed);
  } else {
    // Without a root each rank may stand in the first place.
    std::vector<Rank> best = first;
    OrderCost least = search->cost(best);
    for (std::size_t place = 0; place < first.size(); ++place) {
      std::vector<Rank> order = first;
      std::swap(order[0], order[place]);
      search->try_all(order, 0);
      const OrderCost found = search->cost(order);
      if (!Search::is_better(found, least)) continue;
      least = found;
      best = std::move(order);
    }
    first = std::move(best);
  }
  return first;
}

std::vector<Rank> with_root_in_place(std::vector<Rank> order, Rank root) {
  const auto at =
      static_cast<std::size_t>(std::find(order.begin(), order.end(), root) - order.begin());
  const std::size_t n = order.size();
  std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>((at + n - root) % n),
              order.end());
  return order;
}

}  // namespace weft::collective
