// Max-min fair rates where resources have many flows, so that an event changes nearly all of them.
//
// Every flow is limited by one resource; the flows that a resource limits are its *class* and have
// one rate, its level. Resources with a class stand in an *order* of rising levels, and a flow is
// limited by the earliest of its path. So a level is
//     (capacity - Σ over classes before: weight of theirs here · their level) / weight of its own
// An event repeats that from the first resource which it touches on. That is max-min fair as long
// as no level is below the one before it and nothing is overloaded: then each flow is as fast as
// any other on the full resource that limits it. Where not so, the resource moves forward in the
// order, or into it, and takes over flows from the classes that it passes. A class has one clock
// of bytes per flow, so that flows are touched only where they change class.
// Weights of classes on resources are kept as sparse columns. Units: bytes, seconds.
#pragma once

#include "weft/simulate/class_columns.hpp"
#include "weft/simulate/fluid_rates.hpp"

#include <utility>
#include <vector>

namespace weft::simulate {

class FillingRates final : public FluidRates {
 public:
  FillingRates(const FlowPaths& paths, const std::vector<double>& capacity);

  void start(std::uint32_t flow, double bytes, double cap, double now) override;
  void set_capacity(std::uint32_t resource, double capacity) override;
  void settle(double now) override;
  double next_end() const override { return next_end_; }
  void take_ends(double until, double now, std::vector<std::uint32_t>& ended) override;
  std::uint32_t limit(std::uint32_t flow) const override { return limit_[flow]; }
  double rate(std::uint32_t flow) const override { return level_[limit_[flow]]; }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Member {
    std::uint32_t flow;
    std::uint32_t use;
  };
  struct Class {
    double clock = 0;  // bytes that a flow has moved, at `since`
    double since = 0;
    std::vector<std::pair<double, std::uint32_t>> done;  // heap: clock at which a flow is done
  };

  void join(std::uint32_t flow, std::uint32_t resource, double now);
  void count(std::uint32_t flow, std::uint32_t resource, int sign);
  void leave_members(std::uint32_t flow);
  double clock(std::uint32_t resource, double now) const;
  void set_level(std::uint32_t resource, double level, double now);

  void admit(double now);
  void fill_from_nothing(double now);
  void go_through(std::size_t from, double now);
  double evaluate(std::uint32_t resource) const;
  std::uint32_t overloaded() const;
  std::size_t raise(std::uint32_t resource, std::size_t from, double now);
  void drop_empty_classes(std::size_t from, std::size_t to);
  void place_in_order(std::size_t from);
  void find_next_end();

  const FlowPaths& paths_;
  std::vector<double> capacity_;              // [resource]
  std::vector<double> level_;                 // [resource], of classes
  std::vector<std::uint32_t> place_;          // [resource] in order_, kNone: no class
  std::vector<std::uint32_t> order_;          // resources
  std::vector<std::vector<Member>> members_;  // [resource]
  std::vector<std::uint32_t> member_place_;   // [use]
  ClassColumns columns_;
  std::vector<Class> classes_;                             // [resource]
  std::vector<std::uint32_t> limit_;                       // [flow]
  std::vector<double> done_at_;                            // [flow]: clock of its class
  std::vector<char> active_;                               // [flow]
  std::vector<std::pair<std::uint32_t, double>> waiting_;  // flows that start, and their bytes
  std::size_t active_flows_ = 0;
  std::size_t touched_ = ~std::size_t{0};  // first place of order_ that must be looked at
  std::vector<double> passed_;             // [resource], of raise()
  double next_end_;
};

}  // namespace weft::simulate
