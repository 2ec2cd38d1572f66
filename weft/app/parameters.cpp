#include "weft/app/parameters.hpp"

#include "weft/base/parse.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace weft::app {

std::string_view Parameters::get(std::string_view key) const {
  const auto found = options_.find(key);
  return found == options_.end() ? std::string_view{} : std::string_view(found->second);
}

Expected<std::string> Parameters::word(std::string_view key,
                                       std::initializer_list<std::string_view> known) const {
  const std::string_view given = get(key);
  if (given.empty()) return std::string(*known.begin());
  if (std::find(known.begin(), known.end(), given) != known.end()) return std::string(given);
  return fail("OPTION_UNFIT", fmt::format("'{}' is not a value of {} here", given, key),
              fmt::format("Known are {}.", fmt::join(known, ", ")));
}

Expected<int> Parameters::count(std::string_view key, int fallback, int least, int most) const {
  const std::string_view given = get(key);
  if (given.empty()) return fallback;
  const auto number = parse_integer(given);
  if (number && *number >= least && *number <= most) return static_cast<int>(*number);
  return fail("OPTION_UNFIT", fmt::format("{} cannot be '{}'", key, given),
              fmt::format("Give a whole number from {} to {}.", least, most));
}

Expected<bool> Parameters::flag(std::string_view key) const {
  const std::string_view given = get(key);
  if (given.empty() || given == "false" || given == "no" || given == "0" || given == "off")
    return false;
  if (given == "true" || given == "yes" || given == "1" || given == "on") return true;
  return fail("OPTION_UNFIT", fmt::format("{} is on or off, not '{}'", key, given),
              "Write true or false.");
}

Expected<Bytes> Parameters::bytes(std::string_view key, Bytes fallback) const {
  const std::string_view given = get(key);
  if (given.empty()) return fallback;
  if (const auto bare = parse_integer(given)) {
    if (*bare >= 0) return Bytes(static_cast<double>(*bare));
  } else if (const auto size = parse_size(given)) {
    return *size;
  }
  return fail("OPTION_UNFIT", fmt::format("{} cannot be '{}'", key, given),
              "Give a size, e.g. 256 or 512B or 64KiB.");
}

}  // namespace weft::app
