#include "weft/base/parse.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace weft {
namespace {

struct Unit {
  std::string_view name;
  double scale;
};

constexpr std::array kSizeUnits = {Unit{"B", 1.0}, Unit{"KiB", 0x1p10}, Unit{"MiB", 0x1p20},
                                   Unit{"GiB", 0x1p30}, Unit{"TiB", 0x1p40}};
constexpr std::array kRateUnits = {Unit{"B/s", 1.0},    Unit{"kB/s", 1e3},   Unit{"MB/s", 1e6},
                                   Unit{"GB/s", 1e9},   Unit{"TB/s", 1e12},  Unit{"b/s", 0.125},
                                   Unit{"kb/s", 125.0}, Unit{"Mb/s", 125e3}, Unit{"Gb/s", 125e6},
                                   Unit{"Tb/s", 125e9}};
constexpr std::array kTimeUnits = {Unit{"s", 1.0}, Unit{"ms", 1e-3}, Unit{"us", 1e-6},
                                   Unit{"ns", 1e-9}};
constexpr std::array kNcclUnits = {Unit{"", 1.0},     Unit{"K", 0x1p10}, Unit{"k", 0x1p10},
                                   Unit{"M", 0x1p20}, Unit{"m", 0x1p20}, Unit{"G", 0x1p30},
                                   Unit{"g", 0x1p30}, Unit{"T", 0x1p40}};

struct Kind {
  const char* code;
  const char* what;
  const char* units;
  const char* example;
};

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

template <std::size_t N>
Expected<double> parse_quantity(std::string_view text, const std::array<Unit, N>& units,
                                bool bare_allowed, const Kind& kind) {
  const std::string_view body = trimmed(text);
  double number = 0;
  const auto [end, status] = std::from_chars(body.data(), body.data() + body.size(), number);
  const std::string_view unit = trimmed(body.substr(static_cast<std::size_t>(end - body.data())));
  const auto hint =
      fmt::format("Write a number and one of {}, for example {}.", kind.units, kind.example);
  if (status != std::errc{} || !std::isfinite(number) || std::signbit(number))
    return fail(kind.code, fmt::format("'{}' is not a {}", text, kind.what), hint);
  if (unit.empty() && number == 0) return 0.0;
  if (unit.empty() && !bare_allowed)
    return fail(kind.code, fmt::format("'{}' has no unit", text), hint);
  for (const Unit& known : units) {
    if (unit != known.name) continue;
    if (!std::isfinite(number * known.scale))
      return fail(kind.code, fmt::format("'{}' is too large for a {}", text, kind.what), hint);
    return number * known.scale;
  }
  return fail(kind.code, fmt::format("'{}' has the unknown unit '{}'", text, unit), hint);
}

constexpr Kind kSizeKind = {"SIZE_INVALID", "size", "B KiB MiB GiB TiB", "8MiB"};

// What a signed 64-bit count of bytes holds, as every system has it.
Expected<Bytes> within_limits(std::string_view text, double size) {
  constexpr double kBeyond = 0x1p63;
  if (size < kBeyond) return Bytes(size);
  return fail("SIZE_INVALID", fmt::format("'{}' is too large for a size", text),
              "Sizes end at 2^63 - 1 bytes; 8388607TiB is the largest whole one.");
}

Expected<Bytes> whole(std::string_view text, Bytes size) {
  if (size.value() == std::floor(size.value())) return size;
  return fail("SIZE_INVALID", fmt::format("'{}' is not a whole number of bytes", text),
              "Write whole bytes, or a fraction of a larger unit that makes them: 2B, 1.5KiB.");
}

}  // namespace

Expected<Bytes> parse_size(std::string_view text) {
  return parse_quantity(text, kSizeUnits, false, kSizeKind).and_then([&](double size) {
    return within_limits(text, size);
  });
}

Expected<Bandwidth> parse_rate(std::string_view text) {
  return parse_quantity(text, kRateUnits, false,
                        {"RATE_INVALID", "rate", "B/s kB/s MB/s GB/s b/s Mb/s Gb/s", "400Gb/s"})
      .map([](double v) { return Bandwidth(v); });
}

Expected<Seconds> parse_time(std::string_view text) {
  return parse_quantity(text, kTimeUnits, false, {"TIME_INVALID", "time", "s ms us ns", "1.3us"})
      .map([](double v) { return Seconds(v); });
}

Expected<Bytes> parse_nccl_size(std::string_view text) {
  return parse_quantity(text, kNcclUnits, true,
                        {"SIZE_INVALID", "size as nccl-tests writes it", "K M G T", "128M"})
      .and_then([&](double size) { return within_limits(text, size); })
      .and_then([&](Bytes size) { return whole(text, size); });
}

Expected<Bytes> parse_whole_size(std::string_view text) {
  return parse_size(text).and_then([&](Bytes size) { return whole(text, size); });
}

Expected<std::int64_t> parse_integer(std::string_view text) {
  const std::string_view body = trimmed(text);
  std::int64_t number = 0;
  const auto [end, status] = std::from_chars(body.data(), body.data() + body.size(), number);
  if (status == std::errc::result_out_of_range)
    return fail("NUMBER_INVALID", fmt::format("'{}' is too large for a whole number here", text),
                "Whole numbers end at 2^63 - 1.");
  if (status != std::errc{} || end != body.data() + body.size())
    return fail("NUMBER_INVALID", fmt::format("'{}' is not a whole number", text),
                "Write digits alone, for example 32.");
  return number;
}

Expected<double> parse_number(std::string_view text) {
  const std::string_view body = trimmed(text);
  double number = 0;
  const auto [end, status] = std::from_chars(body.data(), body.data() + body.size(), number);
  if (status != std::errc{} || end != body.data() + body.size() || !std::isfinite(number))
    return fail("NUMBER_INVALID", fmt::format("'{}' is not a number", text),
                "Write a finite number, for example 2 or 0.5.");
  return number;
}

std::string print_number(double value) {
  if (std::isnan(value)) return "undefined";
  if (std::isinf(value)) return value > 0 ? "unlimited" : "-unlimited";
  if (value == 0) return "0";
  if (std::abs(value) >= 1e6 || std::abs(value) < 1e-4) return fmt::format("{:.4g}", value);
  const double magnitude = std::floor(std::log10(std::abs(value)));
  const int decimals = std::max(0, 3 - static_cast<int>(magnitude));
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text;
}

std::string print_size(Bytes size) {
  const Unit* best = &kSizeUnits[0];
  for (const Unit& unit : kSizeUnits)
    if (size.value() >= unit.scale) best = &unit;
  return print_number(size.value() / best->scale) + " " + std::string(best->name);
}

std::string print_rate(Bandwidth rate) {
  if (std::isinf(rate.value())) return "unlimited";
  return print_number(in_gigabytes_per_second(rate)) + " GB/s";
}

std::string print_time(Seconds time) {
  if (!std::isfinite(time.value())) return print_number(time.value());
  // From the smallest unit up; 999.96 us would print as 1000 us and is 1 ms.
  for (std::size_t i = kTimeUnits.size(); i-- > 0;) {
    const double value = time.value() / kTimeUnits[i].scale;
    if (std::abs(value) < 999.95 || i == 0)
      return print_number(value) + " " + std::string(kTimeUnits[i].name);
  }
  return {};
}

}  // namespace weft
