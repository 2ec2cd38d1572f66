// Finds which rank takes which place of a schedule, so that its messages are least in each other's
// way: for trees, halvings and all else that is no ring.
//
// What counts is how full the fullest resource is in each phase, added over the phases; among
// equals, how much is carried in all. Up to 8 ranks every order is tried; up to 64, places are
// swapped while that helps, beginning with `first`; beyond, `first` stands.
// The result has the root of a rooted collective in its place. Errors: those of routing.
#pragma once

#include "weft/base/error.hpp"
#include "weft/route/router.hpp"
#include "weft/schedule/schedule.hpp"

#include <vector>

namespace weft::collective {

struct OrderCost {
  double fullest = 0;  // seconds per byte of S
  double total = 0;
};

// order[place] is a rank, ranks[rank] its component. Channels are not looked at.
Expected<std::vector<schedule::Rank>> best_order(const route::Router& router,
                                                 const std::vector<ComponentId>& ranks,
                                                 const schedule::Schedule& schedule,
                                                 std::vector<schedule::Rank> first);

Expected<OrderCost> order_cost(const route::Router& router, const std::vector<ComponentId>& ranks,
                               const schedule::Schedule& schedule,
                               const std::vector<schedule::Rank>& order);

// Turned around so that `root` is in its own place, which changes nothing for rings.
std::vector<schedule::Rank> with_root_in_place(std::vector<schedule::Rank> order,
                                               schedule::Rank root);

}  // namespace weft::collective
