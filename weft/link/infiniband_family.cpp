#include "weft/facts/lines.hpp"
#include "weft/link/family.hpp"
#include "weft/link/infiniband.hpp"
#include "weft/link/name_reader.hpp"

namespace weft::link {
namespace {

constexpr const char* kTitle = "InfiniBand";
constexpr const char* kForm = "ib-<rate> or ib-<rate>-<lanes>x";
constexpr std::string_view kPrefix = "ib-";

// Where the lanes begin in "qdr-12x" or "qdr12x"; the whole where none are named.
struct Parts {
  std::string_view rate;
  std::string_view lanes;
};

Parts parts_of(std::string_view body) {
  if (const std::size_t mark = body.find('-'); mark != std::string_view::npos)
    return {body.substr(0, mark), body.substr(mark + 1)};
  if (!body.ends_with('x')) return {body, {}};
  const std::size_t letter = body.substr(0, body.size() - 1).find_last_not_of("0123456789");
  const std::size_t lanes = letter == std::string_view::npos ? 0 : letter + 1;
  return {body.substr(0, lanes), body.substr(lanes)};
}

bool claims(std::string_view name) { return name.starts_with(kPrefix); }

Expected<LinkModelPtr> make(std::string_view name, const LinkOptions& options) {
  const std::string_view body = name.substr(kPrefix.size());
  const Parts parts = parts_of(body);
  int lanes = 0;
  if (parts.rate.size() < body.size()) {
    NameReader reader(parts.lanes);
    const auto stated = reader.integer();
    if (!stated || *stated == 0 || !reader.eat("x") || !reader.at_end())
      return bad_form(name, kTitle, kForm, "ib-ndr or ib-qdr-12x");
    lanes = *stated;
  }
  const InfinibandOptions usual;
  return infiniband_link({.rate = std::string(parts.rate),
                          .lanes = lanes,
                          .mtu = options.mtu.value_or(usual.mtu),
                          .grh = options.grh});
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const auto& row : facts::infiniband_rates()) names.push_back("ib-" + row.name);
  for (const char* split : {"ib-hdr100", "ib-ndr200", "ib-xdr400"}) names.emplace_back(split);
  return names;
}

}  // namespace

Family infiniband_family() {
  return {.name = "infiniband",
          .title = kTitle,
          .form = kForm,
          .options = {"--mtu", "--grh"},
          .claims = claims,
          .make = make,
          .names = names};
}

}  // namespace weft::link
