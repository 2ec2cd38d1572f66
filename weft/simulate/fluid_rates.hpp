// Who has which rate now, and who is done next: what plays a set of flows against a clock.
//
// Between two calls of settle() no time passes: starts, ends and changes of one instant are told
// first, then rates are made fair. Two ways, which give the same (fluid.hpp).
#pragma once

#include "weft/simulate/flow_paths.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace weft::simulate {

class FluidRates {
 public:
  virtual ~FluidRates() = default;

  virtual void start(std::uint32_t flow, double bytes, double cap, double now) = 0;
  virtual void set_capacity(std::uint32_t resource, double capacity) = 0;
  virtual void settle(double now) = 0;
  virtual double next_end() const = 0;  // infinite where none comes
  // Flows that are done by `until` stop; they are added to `ended`.
  virtual void take_ends(double until, double now, std::vector<std::uint32_t>& ended) = 0;
  virtual std::uint32_t limit(std::uint32_t flow) const = 0;  // also of one that has just ended

  // For paths that change: flows whose rate changed in the last settle(), the rate, and a flow's
  // way out and in again with what is left of it.
  virtual const std::vector<std::uint32_t>& changed() const;
  virtual double rate(std::uint32_t) const { return 0; }
  virtual void leave(std::uint32_t, double) {}
  virtual void enter_again(std::uint32_t, double) {}
};

std::unique_ptr<FluidRates> level_rates(const FlowPaths& paths,
                                        const std::vector<double>& capacity);
std::unique_ptr<FluidRates> filling_rates(const FlowPaths& paths,
                                          const std::vector<double>& capacity);

}  // namespace weft::simulate
