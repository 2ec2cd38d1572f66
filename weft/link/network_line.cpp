#include "weft/link/network_line.hpp"

#include <fmt/format.h>

namespace weft::link {

Bandwidth network_rate(const facts::NetworkRate& rate, int lanes) {
  return gigabits_per_second(rate.gbaud * rate.symbol_bits * lanes * rate.code.factor() *
                             rate.fec.factor());
}

std::vector<Factor> network_factors(const facts::NetworkRate& rate, int lanes) {
  const std::string source = to_string(rate.evidence);
  std::vector<Factor> factors = {
      {Role::signalling,
       fmt::format("{} GBd {} a lane", rate.gbaud, rate.symbol_bits == 1 ? "NRZ" : "PAM4"),
       rate.gbaud * rate.symbol_bits / 8, source},
      {Role::lanes, fmt::format("{} lane{}", lanes, lanes == 1 ? "" : "s"),
       static_cast<double>(lanes), "width of the link"},
      {Role::line_code, "line code " + rate.code.name, rate.code.factor(), source}};
  if (rate.fec.num != rate.fec.den)
    factors.push_back(
        {Role::line_code, "error correction " + rate.fec.name, rate.fec.factor(), source});
  return factors;
}

double packet_efficiency(double payload, double overhead) { return payload / (payload + overhead); }

}  // namespace weft::link
