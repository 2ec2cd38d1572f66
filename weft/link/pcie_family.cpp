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
  const bool reads = options.read || options.verb == Verb::read;
  if (options.read && options.mrrs && *options.read != *options.mrrs)
    return fail("LINK_OPTION", "--read and --mrrs give two sizes for the same request",
                "Leave one of them out: --read 512B is a DMA read with requests of 512 B.");
  if (options.read && options.verb == Verb::write)
    return fail("LINK_OPTION", "--read and --verb write say two things", "Leave one of them out.");
  if (!reads && (options.mrrs || options.rcb || options.tags || options.round_trip))
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
                    .round_trip = options.round_trip.value_or(usual.round_trip),
                    .weak_host = options.weak_host});
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
          .options = {"--mps", "--mrrs", "--read", "--header", "--rcb", "--tags", "--rtt", "--verb",
                      "--weak-host"},
          .claims = claims,
          .make = make,
          .names = names};
}

}  // namespace weft::link
