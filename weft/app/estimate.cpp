#include "weft/app/estimate.hpp"

#include "weft/base/assert.hpp"

#include <algorithm>
#include <cmath>

namespace weft::app {
namespace {

using facts::LibraryValues;

constexpr int kRounds = 3;
constexpr int kGrid = 16;
constexpr int kHalvings = 4;

class Estimator {
 public:
  explicit Estimator(const std::vector<Observation>& observations) {
    for (const facts::LibraryConstantRow& constant : facts::library_constants()) {
      auto& own = of_constant_.emplace_back();
      for (const Observation& each : observations)
        if (std::ranges::find(constant.rows, each.id) != constant.rows.end()) own.push_back(&each);
    }
  }

  LibraryValues run() {
    const auto& constants = facts::library_constants();
    for (std::size_t i = 0; i < constants.size(); ++i) {
      const facts::LibraryConstantRow& constant = constants[i];
      values_[i] = constant.rows.empty() ? constant.value
                   : constant.prior > 0  ? constant.prior
                                         : std::sqrt(constant.least * constant.most);
    }
    for (int round = 0; round < kRounds; ++round)
      for (std::size_t i = 0; i < constants.size(); ++i) {
        if (!of_constant_[i].empty())
          values_[i] = best(i, constants[i].least, constants[i].most);
        else if (!constants[i].rows.empty() && !constants[i].instead.empty())
          values_[i] = values_[index_of(constants[i].instead)];
      }
    return values_;
  }

 private:
  static std::size_t index_of(const std::string& name) {
    const auto& constants = facts::library_constants();
    const auto at = std::ranges::find(constants, name, &facts::LibraryConstantRow::name);
    WEFT_ASSERT(at != constants.end(), "instead names a constant");
    return static_cast<std::size_t>(at - constants.begin());
  }

  double misfit(std::size_t constant, double value) {
    LibraryValues tried = values_;
    tried[constant] = value;
    double sum = 0;
    for (const Observation* each : of_constant_[constant])
      if (const auto predicted = each->what->predict(tried))
        sum += std::abs(std::log(predicted->value / each->measured));
    return sum;
  }

  // A grid over the range, then ever finer around the best.
  double best(std::size_t constant, double least, double most) {
    double low = least;
    double high = most;
    double found = values_[constant];
    double smallest = misfit(constant, found);
    for (int halving = 0; halving <= kHalvings; ++halving) {
      const double step = (high - low) / kGrid;
      for (int i = 0; i <= kGrid; ++i) {
        const double value = low + step * i;
        const double here = misfit(constant, value);
        if (here < smallest - 1e-12) smallest = here, found = value;
      }
      low = std::max(least, found - 2 * step);
      high = std::min(most, found + 2 * step);
    }
    return found;
  }

  std::vector<std::vector<const Observation*>> of_constant_;
  LibraryValues values_{};
};

}  // namespace

LibraryValues estimate(const std::vector<Observation>& observations) {
  return Estimator(observations).run();
}

}  // namespace weft::app
