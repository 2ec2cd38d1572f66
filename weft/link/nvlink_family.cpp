#include "weft/link/family.hpp"
#include "weft/link/name_reader.hpp"
#include "weft/link/nvlink.hpp"

#include <fmt/format.h>

namespace weft::link {
namespace {

constexpr const char* kTitle = "NVLink";
constexpr const char* kForm = "nvlink<generation> or nvlink<generation>x<links>, nvlink-c2c";
constexpr std::string_view kC2c = "nvlink-c2c";

bool claims(std::string_view name) { return name.starts_with("nvlink"); }

// The module's links where no count is given: "nvlink-c2c".
Expected<LinkModelPtr> make_c2c(std::string_view name) {
  NameReader reader(name.substr(kC2c.size()));
  const bool counted = reader.eat("x");
  const auto links = counted ? reader.integer() : facts::nvlink_c2c().links_per_gpu;
  if (!links || !reader.at_end()) return bad_form(name, kTitle, kForm, "nvlink-c2c");
  return nvlink_c2c_link(*links);
}

Expected<LinkModelPtr> make(std::string_view name, const LinkOptions& options) {
  if (options.engine == Engine::nic)
    return fail("LINK_OPTION", "a NIC moves no bytes over NVLink", "Take kernel or copy.");
  if (name.starts_with(kC2c)) return make_c2c(name);
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
  names.emplace_back(kC2c);
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
