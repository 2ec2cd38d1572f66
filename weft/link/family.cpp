#include "weft/link/family.hpp"

#include "weft/base/assert.hpp"
#include "weft/base/suggest.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include <fmt/format.h>

namespace weft::link {

// One row a family; each is defined in <name>_family.cpp.
Family pcie_family();
Family nvlink_family();
Family xgmi_family();
Family socket_link_family();
Family infiniband_family();
Family ethernet_family();
Family memory_family();

const std::vector<Family>& families() {
  static const std::vector<Family> rows = {
      pcie_family(),       nvlink_family(),   xgmi_family(),   socket_link_family(),
      infiniband_family(), ethernet_family(), memory_family(),
  };
  return rows;
}

namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// The options that were given, as on the command line. --both is everyone's.
std::vector<std::string> given(const LinkOptions& o) {
  const std::array<std::pair<const char*, bool>, 15> all = {{
      {"--mps", o.mps.has_value()},
      {"--mrrs", o.mrrs.has_value()},
      {"--read", o.read.has_value()},
      {"--header", o.header.has_value()},
      {"--rcb", o.rcb.has_value()},
      {"--tags", o.tags.has_value()},
      {"--rtt", o.round_trip.has_value()},
      {"--engine", o.engine.has_value()},
      {"--mtu", o.mtu.has_value()},
      {"--grh", o.grh},
      {"--protocol", o.protocol.has_value()},
      {"--vlan", o.vlan},
      {"--ipv6", o.ipv6},
      {"--timestamps", o.timestamps},
      {"--reth", o.reth},
  }};
  std::vector<std::string> names;
  for (const auto& [name, present] : all)
    if (present) names.emplace_back(name);
  return names;
}

Expected<void> check_options(const Family& family, const LinkOptions& options) {
  for (const std::string& name : given(options)) {
    if (std::ranges::find(family.options, name) != family.options.end()) continue;
    const std::string own = family.options.empty()
                                ? std::string("none but --both")
                                : fmt::format("{} and --both", fmt::join(family.options, " "));
    return fail("LINK_OPTION", fmt::format("{} is no option of {}", name, family.title),
                fmt::format("Its options are {}.", own));
  }
  if (options.read && options.mrrs && *options.read != *options.mrrs)
    return fail("LINK_OPTION", "--read and --mrrs give two sizes for the same request",
                "Leave one of them out: --read 512B is a DMA read with requests of 512 B.");
  return {};
}

}  // namespace

Expected<LinkModelPtr> parse_link(std::string_view name, const LinkOptions& options) {
  const std::string wanted = lower(name);
  for (const Family& family : families()) {
    if (!family.claims(wanted)) continue;
    if (auto sound = check_options(family, options); !sound)
      return tl::make_unexpected(sound.error());
    return family.make(wanted, options);
  }
  std::vector<std::string> known;
  for (const Family& family : families())
    for (std::string& each : family.names()) known.push_back(std::move(each));
  const std::string guess = did_you_mean(wanted, known);
  return fail("LINK_UNKNOWN", fmt::format("No link is named '{}'", name),
              guess.empty() ? "Run weft link without a name for the whole list." : guess);
}

std::vector<NamedLink> all_links() {
  std::vector<NamedLink> links;
  for (const Family& family : families())
    for (const std::string& name : family.names()) {
      auto model = family.make(name, {});
      WEFT_ASSERT(model.has_value(), "a listed link can be made");
      links.push_back({name, family.name, *std::move(model)});
    }
  return links;
}

Transfer transfer_of(const LinkOptions& options) {
  return {.engine = options.engine.value_or(Engine::kernel),
          .verb = options.read ? Verb::read : Verb::write};
}

Waterfall describe(const LinkModel& model, const Transfer& transfer, bool both_directions) {
  Waterfall one_way = model.waterfall(transfer);
  const Load load = model.load(transfer);
  if (!both_directions || load.reverse == 0) return one_way;
  std::vector<Factor> factors = one_way.factors();
  factors.push_back({Role::framing, "requests and acknowledgements of the other direction",
                     load.forward / (load.forward + load.reverse), "same traffic both ways"});
  return Waterfall(one_way.name(), std::move(factors));
}

Expected<Engine> parse_engine(std::string_view name) {
  if (name == "kernel") return Engine::kernel;
  if (name == "copy") return Engine::copy_engine;
  if (name == "nic") return Engine::nic;
  return fail("LINK_INVALID", fmt::format("'{}' does not move bytes", name),
              "Use kernel, copy or nic.");
}

}  // namespace weft::link
