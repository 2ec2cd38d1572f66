#include "weft/io/simgrid/units.hpp"

#include "weft/io/text_lines.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace weft::io::simgrid {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};
// Powers of 1000, or of 1024 with an i; B bytes, b bits.
constexpr std::array kRates = {Unit{"", 1},
                               Unit{"Bps", 1},
                               Unit{"bps", 0.125},
                               Unit{"kBps", 1e3},
                               Unit{"KBps", 1e3},
                               Unit{"kbps", 125},
                               Unit{"Kbps", 125},
                               Unit{"MBps", 1e6},
                               Unit{"Mbps", 1.25e5},
                               Unit{"GBps", 1e9},
                               Unit{"Gbps", 1.25e8},
                               Unit{"TBps", 1e12},
                               Unit{"Tbps", 1.25e11},
                               Unit{"KiBps", 1024},
                               Unit{"MiBps", 1048576},
                               Unit{"GiBps", 1073741824},
                               Unit{"Kibps", 128},
                               Unit{"Mibps", 131072},
                               Unit{"Gibps", 134217728}};
constexpr std::array kTimes = {Unit{"", 1},      Unit{"s", 1},     Unit{"ms", 1e-3},
                               Unit{"us", 1e-6}, Unit{"ns", 1e-9}, Unit{"ps", 1e-12}};

template <class Units>
double quantity(std::string_view text, const Units& units) {
  text = trimmed(text);
  double value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc{} || !std::isfinite(value) || value < 0) return -1;
  const std::string_view name = text.substr(static_cast<std::size_t>(end - text.data()));
  for (const Unit& unit : units)
    if (unit.name == name) return value * unit.factor;
  return -1;
}

}  // namespace

double rate(std::string_view text) {
  const double value = quantity(text, kRates);
  return value > 0 && value < 1e18 ? value : -1;
}

double time(std::string_view text) { return quantity(text, kTimes); }

}  // namespace weft::io::simgrid
