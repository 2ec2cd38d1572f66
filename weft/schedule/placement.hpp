// Which component a rank is, and in which order each channel visits the ranks.
//
// Found by a search over the topology (collective/ring_search.hpp), never part of a schedule.
// Channel c's schedule rank p stands for the user's rank order(c)[p]; chunks that belong to a
// rank (all_gather, reduce_scatter) move with it.
#pragma once

#include "weft/base/assert.hpp"
#include "weft/base/id.hpp"
#include "weft/schedule/schedule.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace weft::schedule {

class Placement {
 public:
  // Every channel visits the ranks in their own order.
  explicit Placement(std::vector<ComponentId> ranks) : ranks_(std::move(ranks)) {}

  // orders[channel] is a permutation of the ranks.
  Placement(std::vector<ComponentId> ranks, std::vector<std::vector<Rank>> orders)
      : ranks_(std::move(ranks)), orders_(std::move(orders)) {
    for (const auto& order : orders_) {
      std::vector<bool> visited(ranks_.size(), false);
      for (const Rank rank : order) {
        WEFT_ASSERT(rank < visited.size() && !visited[rank], "a channel visits each rank once");
        visited[rank] = true;
      }
      WEFT_ASSERT(order.size() == ranks_.size(), "a channel visits each rank once");
    }
  }

  std::size_t ranks() const { return ranks_.size(); }
  bool has_orders() const { return !orders_.empty(); }
  std::size_t orders() const { return orders_.size(); }

  Rank rank_at(std::uint32_t channel, Rank position) const {
    return orders_.empty() ? position : orders_[channel][position];
  }
  ComponentId at(std::uint32_t channel, Rank position) const {
    return ranks_[rank_at(channel, position)];
  }

 private:
  std::vector<ComponentId> ranks_;
  std::vector<std::vector<Rank>> orders_;
};

}  // namespace weft::schedule
