// What runs of one simulator share: its classes and rates, made when first asked for.
// Threads: may be shared. Internal to simulator.cpp.
#pragma once

#include "weft/simulate/placed_schedule.hpp"
#include "weft/simulate/simulator.hpp"
#include "weft/simulate/site_classes.hpp"

#include <memory>
#include <mutex>
#include <span>
#include <utility>

namespace weft::simulate {

class Simulator::Solutions {
 public:
  // `origin`: of the same schedule under other capacities, whose classes are the same; or null.
  Solutions(std::shared_ptr<const PlacedSchedule> placed, Scales scales,
            std::shared_ptr<Solutions> origin)
      : placed_(std::move(placed)), scales_(std::move(scales)), origin_(std::move(origin)) {}

  const Scales& scales() const { return scales_; }

  std::shared_ptr<const SolvedSchedule> lanes() {
    const std::scoped_lock lock(mutex_);
    if (lanes_ == nullptr)
      lanes_ = std::make_shared<const SolvedSchedule>(solve_lanes(*placed_, scales_));
    return lanes_;
  }

  std::shared_ptr<const SolvedSchedule> classes(bool hardware_latency) {
    const std::scoped_lock lock(mutex_);
    Classes& own = classes_[hardware_latency ? 1 : 0];
    if (own.solved == nullptr)
      own.solved = std::make_shared<const SolvedSchedule>(
          solve_classes(*placed_, partition(own, hardware_latency), scales_));
    return own.solved;
  }

  // From now on these spare resources of `solved` are not left out.
  void need(bool hardware_latency, const SolvedSchedule& solved,
            std::span<const std::uint32_t> resources) {
    const std::scoped_lock lock(mutex_);
    Classes& own = classes_[hardware_latency ? 1 : 0];
    for (const std::uint32_t r : resources) {
      const ResourceClass& spare = solved.classes->resources[r];
      own.needed.insert(spare.all.begin(), spare.all.end());
    }
    own.solved = nullptr;
  }

 private:
  struct Classes {
    std::set<ResourceId> needed;
    std::shared_ptr<const SolvedSchedule> solved;
  };

  std::shared_ptr<const Quotient> partition(const Classes& own, bool hardware_latency) {
    if (own.needed.empty() && origin_ != nullptr)
      return origin_->classes(hardware_latency)->classes;
    const QuotientRules rules{hardware_latency, own.needed};
    return std::make_shared<const Quotient>(quotient(site_classes(*placed_, rules), rules));
  }

  std::shared_ptr<const PlacedSchedule> placed_;
  Scales scales_;
  std::shared_ptr<Solutions> origin_;
  std::mutex mutex_;
  std::shared_ptr<const SolvedSchedule> lanes_;
  Classes classes_[2];  // without and with latency of the hardware
};

}  // namespace weft::simulate
