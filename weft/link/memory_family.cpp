#include "weft/facts/lines.hpp"
#include "weft/link/family.hpp"
#include "weft/link/memory.hpp"
#include "weft/link/name_reader.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace weft::link {
namespace {

constexpr const char* kTitle = "memory";
constexpr const char* kForm = "<memory>-<MT/s> or <memory>-<MT/s>x<channels or stacks>";

// Known kinds, and what looks like one, for the better error.
bool claims(std::string_view name) {
  if (facts::find_memory(name.substr(0, name.find('-'))) != nullptr) return true;
  constexpr std::array<std::string_view, 3> kStarts = {"ddr", "lpddr", "hbm"};
  return std::ranges::any_of(kStarts, [&](std::string_view s) { return name.starts_with(s); });
}

Expected<LinkModelPtr> make(std::string_view name, const LinkOptions&) {
  const std::size_t mark = name.find('-');
  if (mark == std::string_view::npos) return bad_form(name, kTitle, kForm, "ddr5-4800x8");
  NameReader reader(name.substr(mark + 1));
  const auto grade = reader.integer();
  const bool counted = reader.eat("x");
  const auto channels = counted ? reader.integer() : 1;
  if (!grade || !channels || !reader.at_end()) return bad_form(name, kTitle, kForm, "ddr5-4800x8");
  return memory_link({.memory = std::string(name.substr(0, mark)),
                      .mega_transfers = *grade,
                      .channels = *channels});
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const auto& row : facts::memory_kinds())
    for (const int grade : row.usual)
      for (const int channels : row.usual_channels)
        names.push_back(fmt::format("{}-{}x{}", row.name, grade, channels));
  return names;
}

}  // namespace

Family memory_family() {
  return {.name = "memory",
          .title = kTitle,
          .form = kForm,
          .options = {},
          .claims = claims,
          .make = make,
          .names = names};
}

}  // namespace weft::link
