#include "weft/link/family.hpp"
#include "weft/link/name_reader.hpp"
#include "weft/link/pcie.hpp"

#include <fmt/format.h>

namespace weft::link {
namespace {

constexpr const char* kTitle = "PCI Express";
constexpr const char* kForm = "pcie<generation>x<lanes>";

bool claims(std::string_view name) {
  return name.starts_with("pcie") ||
         (name.starts_with("gen") && name.size() > 3 && name[3] >= '0' && name[3] <= '9');
}

Expected<LinkModelPtr> make(std::string_view name, const LinkOptions& options) {
  NameReader reader(name);
  if (!reader.eat("pcie")) reader.eat("gen");
  const auto gen = reader.integer();
  reader.eat(".0");
  if (!gen || !reader.eat("x")) return bad_form(name, kTitle, kForm, "pcie4x16");
  const auto lanes = reader.integer();
  if (!lanes || !reader.at_end()) return bad_form(name, kTitle, kForm, "pcie4x16");
  if (!options.read && (options.mrrs || options.rcb || options.tags || options.round_trip))
    return fail("LINK_OPTION", "--mrrs, --rcb, --tags and --rtt concern reads only",
                "Add --read with the size of a request, e.g. --read 512B.");
  const PcieOptions usual;
  return pcie_link({.gen = *gen,
                    .lanes = *lanes,
                    .mps = options.mps.value_or(usual.mps),
                    .mrrs = options.read.value_or(options.mrrs.value_or(usual.mrrs)),
                    .header = options.header.value_or(usual.header),
                    .rcb = options.rcb.value_or(usual.rcb),
                    .tags = options.tags.value_or(usual.tags),
                    .round_trip = options.round_trip.value_or(usual.round_trip)});
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const auto& row : facts::pcie_generations())
    for (const int lanes : {1, 4, 8, 16}) names.push_back(fmt::format("pcie{}x{}", row.gen, lanes));
  return names;
}

}  // namespace

Family pcie_family() {
  return {.name = "pcie",
          .title = kTitle,
          .form = kForm,
          .options = {"--mps", "--mrrs", "--read", "--header", "--rcb", "--tags", "--rtt"},
          .claims = claims,
          .make = make,
          .names = names};
}

}  // namespace weft::link
