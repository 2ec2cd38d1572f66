#include "weft/link/family.hpp"
#include "weft/link/name_reader.hpp"
#include "weft/link/nvlink.hpp"

#include <fmt/format.h>

namespace weft::link {
namespace {

constexpr const char* kTitle = "NVLink";
constexpr const char* kForm = "nvlink<generation> or nvlink<generation>x<links>";

bool claims(std::string_view name) { return name.starts_with("nvlink"); }

Expected<LinkModelPtr> make(std::string_view name, const LinkOptions&) {
  NameReader reader(name);
  reader.eat("nvlink");
  const auto gen = reader.integer();
  const bool counted = reader.eat("x");
  const auto links = counted ? reader.integer() : 1;
  if (!gen || !links || !reader.at_end()) return bad_form(name, kTitle, kForm, "nvlink4x18");
  return nvlink_link({.gen = *gen, .links = *links});
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const auto& row : facts::nvlink_generations()) {
    names.push_back(fmt::format("nvlink{}", row.gen));
    names.push_back(fmt::format("nvlink{}x{}", row.gen, row.links_per_gpu));
  }
  return names;
}

}  // namespace

Family nvlink_family() {
  return {.name = "nvlink",
          .title = kTitle,
          .form = kForm,
          .options = {"--engine"},
          .claims = claims,
          .make = make,
          .names = names};
}

}  // namespace weft::link
