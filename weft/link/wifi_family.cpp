#include "weft/link/family.hpp"
#include "weft/link/name_reader.hpp"
#include "weft/link/wifi.hpp"

#include <fmt/format.h>

namespace weft::link {
namespace {

constexpr const char* kTitle = "Wi-Fi";
constexpr const char* kForm = "wifi<generation>-<streams>x<MHz>";

bool claims(std::string_view name) {
  return name.starts_with("wifi") || facts::find_wifi(name.substr(0, name.find('-'))) != nullptr;
}

Expected<LinkModelPtr> make(std::string_view name, const LinkOptions& options) {
  const std::size_t mark = name.find('-');
  if (mark == std::string_view::npos) return bad_form(name, kTitle, kForm, "wifi6-2x80");
  NameReader reader(name.substr(mark + 1));
  const auto streams = reader.integer();
  const bool joined = reader.eat("x");
  const auto mhz = reader.integer();
  if (!streams || !joined || !mhz || !reader.at_end())
    return bad_form(name, kTitle, kForm, "wifi6-2x80");
  const WifiOptions usual;
  return wifi_link({.generation = std::string(name.substr(0, mark)),
                    .streams = *streams,
                    .mhz = *mhz,
                    .mcs = options.mcs.value_or(usual.mcs),
                    .guard = options.guard.value_or(usual.guard),
                    .mtu = options.mtu.value_or(usual.mtu)});
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const facts::WifiGeneration& row : facts::wifi().generations)
    names.push_back(fmt::format("{}-{}x{}", row.name, row.usual_streams, row.usual_mhz));
  return names;
}

}  // namespace

Family wifi_family() {
  return {.name = "wifi",
          .title = kTitle,
          .form = kForm,
          .options = {"--mcs", "--guard", "--mtu"},
          .claims = claims,
          .make = make,
          .names = names};
}

}  // namespace weft::link
