#include "weft/link/factor_link.hpp"

#include "weft/link/scaleup.hpp"

namespace weft::link {

FactorLink::FactorLink(Line line)
    : line_(std::move(line)),
      capacity_(Waterfall(line_.name, line_.factors).capacity()),
      is_scale_up_(is_scale_up_kind(line_.kind)) {}

Load FactorLink::load(const Transfer&) const { return {}; }

std::vector<Factor> FactorLink::framing(const Transfer&) const { return {}; }

Waterfall FactorLink::waterfall(const Transfer& transfer) const {
  std::vector<Factor> factors = line_.factors;
  for (Factor& last : framing(transfer)) factors.push_back(std::move(last));
  return Waterfall(line_.name, std::move(factors));
}

}  // namespace weft::link
