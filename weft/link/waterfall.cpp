#include "weft/link/waterfall.hpp"

#include "weft/base/assert.hpp"

#include <utility>

namespace weft::link {

Waterfall::Waterfall(std::string name, std::vector<Factor> factors)
    : name_(std::move(name)), factors_(std::move(factors)) {
  WEFT_ASSERT(!factors_.empty() && factors_.front().role == Role::signalling,
              "a waterfall starts with a signalling rate");
}

Bandwidth Waterfall::running(std::size_t factor) const {
  WEFT_ASSERT(factor < factors_.size(), "factor of this waterfall");
  double rate = 1;
  for (std::size_t i = 0; i <= factor; ++i) rate *= factors_[i].value;
  return gigabytes_per_second(rate);
}

Bandwidth Waterfall::raw() const {
  double rate = 1;
  for (const Factor& f : factors_)
    if (f.role == Role::signalling || f.role == Role::lanes) rate *= f.value;
  return gigabytes_per_second(rate);
}

Bandwidth Waterfall::capacity() const {
  double rate = 1;
  for (const Factor& f : factors_)
    if (f.role != Role::framing) rate *= f.value;
  return gigabytes_per_second(rate);
}

Bandwidth Waterfall::usable() const { return running(factors_.size() - 1); }

}  // namespace weft::link
