#include "weft/link/family.hpp"
#include "weft/link/name_reader.hpp"
#include "weft/link/scaleup.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace weft::link {
namespace {

// A whole name goes first, since some end like a count themselves.
Counted counted(std::string_view name) {
  return facts::find_scale_up(name) != nullptr ? Counted{name, 1} : split_count(name);
}

// Names of this family have nothing in common, so that only those known are claimed, and those
// that begin like one, for the better error.
bool claims(std::string_view name) {
  if (facts::find_scale_up(counted(name).base) != nullptr) return true;
  return std::ranges::any_of(facts::scale_up_links(), [&](const facts::ScaleUpLink& link) {
    return link.name.size() > 2 && name.starts_with(link.name);
  });
}

Expected<LinkModelPtr> make(std::string_view name, const LinkOptions&) {
  const Counted parts = counted(name);
  const facts::ScaleUpLink* known = facts::find_scale_up(parts.base);
  if (known != nullptr && parts.count > known->links)
    return fail("LINK_INVALID",
                fmt::format("a device has no {} links of {}", parts.count, known->pretty),
                known->links == 1 ? "It is one link; leave out the count."
                                  : fmt::format("Use 1 to {}.", known->links));
  return scale_up_link({.name = std::string(parts.base), .links = parts.count});
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const facts::ScaleUpLink& link : facts::scale_up_links()) {
    names.push_back(link.name);
    if (link.links > 1) names.push_back(fmt::format("{}x{}", link.name, link.links));
  }
  return names;
}

}  // namespace

Family scale_up_family() {
  return {.name = "scale-up",
          .title = "UALink and other vendors' links",
          .form = "<link> or <link>x<count>",
          .options = {},
          .claims = claims,
          .make = make,
          .names = names};
}

}  // namespace weft::link
