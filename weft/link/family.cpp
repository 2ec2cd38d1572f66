#include "weft/link/family.hpp"

#include "weft/base/assert.hpp"
#include "weft/base/suggest.hpp"
#include "weft/link/two_way.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

namespace weft::link {

// One row a family; each is defined in <name>_family.cpp.
Family pcie_family();
Family cxl_family();
Family bus_family();
Family nvlink_family();
Family xgmi_family();
Family scale_up_family();
Family socket_link_family();
Family infiniband_family();
Family ethernet_family();
Family wifi_family();
Family memory_family();

const std::vector<Family>& families() {
  static const std::vector<Family> rows = {
      pcie_family(),     cxl_family(),      bus_family(),         nvlink_family(),
      xgmi_family(),     scale_up_family(), socket_link_family(), infiniband_family(),
      ethernet_family(), wifi_family(),     memory_family(),
  };
  return rows;
}

namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

Expected<void> check_options(const Family& family, const LinkOptions& options) {
  for (const LinkOption& option : link_options()) {
    if (!option.given(options)) continue;
    if (std::ranges::find(family.options, option.name) != family.options.end()) continue;
    const std::string own = family.options.empty()
                                ? std::string("none but --both")
                                : fmt::format("{} and --both", fmt::join(family.options, " "));
    return fail("LINK_OPTION", fmt::format("{} is no option of {}", option.name, family.title),
                fmt::format("Its options are {}.", own));
  }
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
          .verb = options.read ? Verb::read : options.verb.value_or(Verb::write)};
}

Waterfall describe(const LinkModel& model, const Transfer& transfer, bool both_directions) {
  Waterfall one_way = model.waterfall(transfer);
  if (!both_directions) return one_way;
  const Bandwidth both = same_both_ways(model, transfer);
  const double left = both / one_way.usable();
  if (left > 1 - 1e-12) return one_way;
  const Sharing sharing = model.sharing();
  const Load load = model.load(transfer);
  const bool share = left < load.forward / (load.forward + load.reverse) * (1 - 1e-12);
  std::vector<Factor> factors = one_way.factors();
  factors.push_back({Role::framing,
                     share ? fmt::format("both directions share the {}", sharing.what)
                           : "requests and acknowledgements of the other direction",
                     left, share ? sharing.source : "same traffic both ways"});
  return Waterfall(one_way.name(), std::move(factors));
}

}  // namespace weft::link
