// Watches the resources that a quotient leaves out of the rates (quotient.hpp): whether what moves
// ever asks more of them than they have.
#pragma once

#include "weft/simulate/quotient.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace weft::simulate {

class SpareWatch {
 public:
  // traffic_of[phase]; capacities of a what-if, [resource class]. The quotient must outlive it.
  SpareWatch(const Quotient& quotient, std::span<const double> capacity,
             std::span<const std::uint32_t> traffic_of);

  void set_rate(std::size_t phase, std::uint32_t lane, double rate);
  // Looks at what has changed since the last time.
  void check();

  // Resource classes that were asked for too much.
  const std::vector<std::uint32_t>& overfull() const { return overfull_; }

 private:
  struct Part {
    std::uint32_t spare = 0;  // into load_
    double weight = 0;
  };
  struct Load {
    std::uint32_t resource = 0;  // class
    double capacity = 0;
    double taken = 0;
    bool changed = false;
    bool told = false;
  };

  std::vector<Load> load_;
  std::vector<std::uint32_t> first_lane_;  // [phase]: into parts_ and rate_
  std::vector<std::vector<Part>> parts_;   // [lane of a phase]
  std::vector<double> rate_;               // [lane of a phase]
  std::vector<std::uint32_t> changed_;     // into load_
  std::vector<std::uint32_t> overfull_;
};

}  // namespace weft::simulate
