#include "weft/report/json.hpp"

#include "weft/base/printable.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace weft::report {

Json number(double value) {
  if (!std::isfinite(value)) return nullptr;
  constexpr double kExact = 9e15;  // below, a double holds every whole number
  if (value == std::floor(value) && std::abs(value) < kExact)
    return static_cast<std::int64_t>(value);
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  const double rounded = std::strtod(text, nullptr);
  if (rounded == std::floor(rounded) && std::abs(rounded) < kExact)
    return static_cast<std::int64_t>(rounded);
  return rounded;
}

Json whole(Bytes size) { return static_cast<std::int64_t>(size.value()); }

Json gbps(Bandwidth rate) { return number(in_gigabytes_per_second(rate)); }

Json to_json(const std::vector<Warning>& warnings) {
  Json list = Json::array();
  for (const Warning& warning : warnings)
    list.push_back({{"code", warning.code},
                    {"message", told(warning.message)},
                    {"where", to_string(warning.where)},
                    {"hint", warning.hint}});
  return list;
}

std::string error_json(const Error& error) {
  return dump({{"error",
                {{"code", error.code},
                 {"message", told(error.message)},
                 {"where", to_string(error.where)},
                 {"hint", error.hint}}}});
}

std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace weft::report
