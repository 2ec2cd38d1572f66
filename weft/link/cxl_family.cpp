#include "weft/link/cxl.hpp"
#include "weft/link/family.hpp"
#include "weft/link/name_reader.hpp"

#include <fmt/format.h>

namespace weft::link {
namespace {

constexpr const char* kTitle = "CXL memory";
constexpr const char* kForm = "cxl<generation>x<lanes>";

bool claims(std::string_view name) { return name.starts_with("cxl"); }

Expected<LinkModelPtr> make(std::string_view name, const LinkOptions&) {
  const Counted counted = split_count(name);
  // split_count leaves a name without a count as it is, and "cxl" has an x of its own.
  if (counted.base.size() == name.size()) return bad_form(name, kTitle, kForm, "cxl2x8");
  return cxl_link({.generation = std::string(counted.base), .lanes = counted.count});
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const facts::CxlGeneration& row : facts::cxl_generations())
    for (const int lanes : {8, 16}) names.push_back(fmt::format("{}x{}", row.name, lanes));
  return names;
}

}  // namespace

Family cxl_family() {
  return {.name = "cxl",
          .title = kTitle,
          .form = kForm,
          .options = {"--verb"},
          .claims = claims,
          .make = make,
          .names = names};
}

}  // namespace weft::link
